import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ASSIGN, ASSIGNED, assign, booked, gone, QUESTION, question, sent } from './bookedTimes.ts';
import { appointment, employee, everyday, good, on } from './host.ts';

beforeEach(() => {
  everyday();
  on('GET', '/admin/get-appointments', () => good({ appointments: [appointment()], totalPages: 1 }));
});

test('asks about an overlapping assignment and resends it with confirmation', async () => {
  booked(ASSIGN);
  const user = await assign();
  await user.click((await question()).getByRole('button', { name: 'Do it anyway' }));
  expect(await screen.findByText(ASSIGNED)).toBeVisible();
  expect(sent()).toEqual([{ employeeId: employee._id }, { employeeId: employee._id, confirmed: true }]);
  await gone();
  expect(screen.queryByText(QUESTION)).toBeNull();
});

test('changes nothing if the question is declined, and shows the reason only at the input (spec 33.10)', async () => {
  booked(ASSIGN);
  const user = await assign();
  await user.click((await question()).getByRole('button', { name: 'Cancel' }));
  await gone();
  expect(sent()).toHaveLength(1);
  expect(screen.getAllByText(QUESTION)).toHaveLength(1);
  expect(screen.getByRole('combobox', { name: 'Employee' })).toHaveAccessibleDescription(new RegExp(QUESTION));
  expect(screen.queryByText(ASSIGNED)).toBeNull();
});

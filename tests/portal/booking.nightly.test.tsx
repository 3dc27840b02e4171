import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ASSIGN, ASSIGNED, assign, booked, gone, QUESTION, question, sent } from './bookedTimes.ts';
import { appointment, employee, everyday, good, on, refused, requestsTo } from './host.ts';
import { fill, pick, save, type User } from './people.ts';
import { openPortal } from './portal.tsx';

const CREATE = '/admin/create-appointment';
beforeEach(() => {
  everyday();
  on('GET', '/admin/get-appointments', () => good({ appointments: [appointment()], totalPages: 1 }));
});

async function addAppointment(): Promise<User> {
  const { user } = openPortal('/add-appointment', 'admin');
  await screen.findByRole('button', { name: 'Save' });
  await fill(user, { 'Patient Name': 'Ada Ødegård', 'Date & Time': '2026-03-09T14:40' });
  await pick(user, 'Gender', 'Female');
  await pick(user, 'Priority', 'Urgent');
  await pick(user, 'Employee', 'EMP-007 - Zoë Ångström');
  await pick(user, 'Laboratory', 'Northside Lab');
  await save(user);
  return user;
}

test('sends the given reason to a host that stores one', async () => {
  on('POST', ASSIGN, ({ body }) =>
    body.confirmed ? good() : refused(QUESTION, 409, { errors: {}, overlap: true, reason: true }),
  );
  const user = await assign();
  const asked = await question();
  await user.type(asked.getByLabelText('Reason (optional)'), ' The patient insists ');
  await user.click(asked.getByRole('button', { name: 'Do it anyway' }));
  expect(await screen.findByText(ASSIGNED)).toBeVisible();
  expect(sent().at(-1)).toEqual({
    ...{ employeeId: employee._id, confirmed: true },
    overrideReason: 'The patient insists',
  });
});

test.each([
  ['a refusal without a question', { errors: { employeeId: QUESTION } }],
  ['a refusal with a false flag', { errors: {}, overlap: false }],
  ['a refusal without data', null],
])("shows %s as before on the provider's host", async (_, data) => {
  on('POST', ASSIGN, () => refused(QUESTION, 409, data));
  await assign();
  expect(await screen.findByText(QUESTION)).toBeVisible();
  expect(screen.queryByRole('dialog', { name: 'Please confirm' })).toBeNull();
  expect(sent()).toEqual([{ employeeId: employee._id }]);
});

test('asks about an overlapping new appointment and resends it in full once confirmed', async () => {
  booked(CREATE);
  const user = await addAppointment();
  await user.click((await question()).getByRole('button', { name: 'Do it anyway' }));
  expect(await screen.findByText('Appointment created successfully!')).toBeVisible();
  const [first, second] = requestsTo(CREATE).map(({ body }) => body);
  expect(first).not.toHaveProperty('confirmed');
  expect(second).toEqual({ ...first, confirmed: 'true' });
});

test('keeps the typed values and shows the reason at the field if declined', async () => {
  booked(CREATE);
  const user = await addAppointment();
  await user.click((await question()).getByRole('button', { name: 'Cancel' }));
  await gone();
  expect(await screen.findByText(QUESTION)).toBeVisible();
  expect(screen.getByDisplayValue('Ada Ødegård')).toBeVisible();
  expect(requestsTo(CREATE)).toHaveLength(1);
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { employee, good, on, refused, requestsTo } from './host.ts';
import type { User } from './people.ts';
import { openPortal } from './portal.tsx';

export const ASSIGN = '/admin/assign-appointment/{id}';
export const QUESTION = 'This employee has another appointment at that time: Mar 9, 2026, 2:30 PM.';
export const ASSIGNED = 'Employee assigned successfully';
export const sent = () => requestsTo('/admin/assign-appointment/a1').map(({ body }) => body);

/** Our server, which asks until the call is confirmed. */
export const booked = (path: string) =>
  on('POST', path, ({ body }) =>
    body.confirmed ? good() : refused(QUESTION, 409, { errors: { employeeId: QUESTION }, overlap: true }),
  );

export const question = async () => {
  const dialog = await screen.findByRole('dialog', { name: 'Please confirm' });
  expect(within(dialog).getByText(QUESTION)).toBeVisible();
  return within(dialog);
};

export const gone = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Please confirm' })).toBeNull());

export async function assign(): Promise<User> {
  const former = { ...employee, _id: 'e9', fullName: 'Bo Former', isActive: false };
  on('GET', '/admin/get-employees', () => good([former, employee]));
  const { user } = openPortal('/appointments/a1', 'admin');
  const control = await screen.findByRole('region', { name: 'Assign Employee' });
  await user.click(within(control).getByRole('combobox'));
  expect(await screen.findAllByRole('option')).toHaveLength(1);
  await user.click(await screen.findByRole('option', { name: 'EMP-007 - Zoë Ångström' }));
  await user.click(within(control).getByRole('button', { name: 'Assign Employee' }));
  return user;
}

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { appointment, employee, everyday, good, on, refused, requestsTo } from './host.ts';
import { fill, pick, save, type User } from './people.ts';
import { openPortal } from './portal.tsx';

const ASSIGN = '/admin/assign-appointment/{id}';
const CREATE = '/admin/create-appointment';
const QUESTION = 'This employee has another appointment at that time: Mar 9, 2026, 2:30 PM.';
const ASSIGNED = 'Employee assigned successfully';
const sent = () => requestsTo('/admin/assign-appointment/a1').map(({ body }) => body);

/** Our server, which asks until the call is confirmed. */
const booked = (path: string) =>
  on('POST', path, ({ body }) =>
    body.confirmed ? good() : refused(QUESTION, 409, { errors: { employeeId: QUESTION }, overlap: true }),
  );
const question = async () => {
  const dialog = await screen.findByRole('dialog', { name: 'Please confirm' });
  expect(within(dialog).getByText(QUESTION)).toBeVisible();
  return within(dialog);
};
const gone = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Please confirm' })).toBeNull());

beforeEach(() => {
  everyday();
  on('GET', '/admin/get-appointments', () => good({ appointments: [appointment()], totalPages: 1 }));
});

async function assign(): Promise<User> {
  const { user } = openPortal('/appointments/a1', 'admin');
  const control = await screen.findByRole('region', { name: 'Assign Employee' });
  await user.click(within(control).getByRole('combobox'));
  await user.click(await screen.findByRole('option', { name: 'EMP-007 - Zoë Ångström' }));
  await user.click(within(control).getByRole('button', { name: 'Assign Employee' }));
  return user;
}

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

test('asks about an overlapping assignment and resends it with confirmation', async () => {
  booked(ASSIGN);
  const user = await assign();
  await user.click((await question()).getByRole('button', { name: 'Do it anyway' }));
  expect(await screen.findByText(ASSIGNED)).toBeVisible();
  expect(sent()).toEqual([{ employeeId: employee._id }, { employeeId: employee._id, confirmed: true }]);
  await gone();
  expect(screen.queryByText(QUESTION)).toBeNull();
});

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

test('asks a laboratory as well', async () => {
  const CREATE_OWN = '/laboratory/add-appointment';
  booked(CREATE_OWN);
  const { user } = openPortal('/laboratory-add-appointment', 'laboratory');
  await screen.findByRole('button', { name: 'Save' });
  await fill(user, { 'Full Name': 'Ada Ødegård', 'Date & Time': '2026-03-09T14:40' });
  await pick(user, 'Gender', 'Female');
  await pick(user, 'Priority', 'Urgent');
  await save(user);
  await user.click((await question()).getByRole('button', { name: 'Do it anyway' }));
  expect(await screen.findByText('Appointment created successfully!')).toBeVisible();
  const [first, second] = requestsTo(CREATE_OWN).map(({ body }) => body);
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

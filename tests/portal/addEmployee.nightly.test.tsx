import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { newEmployee } from './callSamples.ts';
import { everyday, good, on, refused, requestsTo } from './host.ts';
import { field, fill, pick, save, type User } from './people.ts';
import { openPortal } from './portal.tsx';

const CALL = '/admin/add-employee';
const day = (zone: string, days = 0) =>
  new Intl.DateTimeFormat('sv', { timeZone: zone }).format(Date.now() + days * 24 * 3_600_000);
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const texts = {
  'Full Name': 'Nia Őri',
  Email: 'nia@example.test',
  'Contact Number': '+15551230000',
  Address: '9 Long Lane',
  'Hire Date': '2026-01-05',
  'Employee ID': 'EMP-9',
  Username: 'nia',
  Password: 'long-enough',
  'Job Role': 'Nurse',
};
const choices = { Gender: 'Female', Department: 'Radiology', 'Shift Timing': 'Night (12AM - 8AM)' };
const { about: _, ...others } = newEmployee;
const sent = { ...others, shiftTiming: 'Night (12AM - 8AM)', department: 'Radiology' };

beforeEach(everyday);

async function open() {
  const { user } = openPortal('/add-employee', 'admin');
  await screen.findByRole('button', { name: 'Save' });
  return user;
}
async function fillIn(user: User, own: Partial<typeof texts> = {}) {
  await fill(user, { ...texts, ...own });
  for (const [label, option] of Object.entries(choices)) await pick(user, label, option);
}

/** Saves a form without a name and waits for the next validation. */
async function saveAnew(user: User) {
  await user.type(field('Full Name'), 'x');
  await waitFor(() => expect(screen.queryByText('Full Name is required')).toBeNull());
  await user.clear(field('Full Name'));
  await save(user);
  await screen.findByText('Full Name is required');
}

test('sends every field as multipart, formats contact numbers (spec 5) and empties the form (spec 2.77, 3.3, 5.6, 7.22, 8.21)', async () => {
  on('POST', CALL, () => good());
  const user = await open();
  await fillIn(user, { 'Contact Number': '(215) 555-0199' });
  await user.type(field('About'), 'Speaks Hungarian');
  await user.upload(field('Photo'), new File(['x'], 'nia.png', { type: 'image/png' }));
  await save(user);
  expect(await screen.findByText('Employee added successfully!')).toBeVisible();
  const [seen] = requestsTo(CALL);
  expect(seen?.body).toEqual({
    ...sent,
    contactNumber: '2155550199',
    about: 'Speaks Hungarian',
    image: expect.objectContaining({ name: 'nia.png' }),
  });
  expect(seen?.authorization).toBe(`Bearer ${localStorage.getItem('userAuthToken')}`);
  await waitFor(() => expect(field('Full Name')).toHaveValue(''));
  expect(field('Password')).toHaveValue('');
  expect(screen.queryByText('nia.png')).toBeNull();
});

test('accepts a missing photo and about, and sends a custom shift as typed (spec 2.78, 5.12)', async () => {
  on('POST', CALL, () => good());
  const user = await open();
  await fillIn(user, { 'Contact Number': '+1 215.555.0199' });
  await pick(user, 'Shift Timing', 'Custom');
  await user.type(field('Your own shift'), 'Weekends (6AM - 2PM)');
  await save(user);
  expect(await screen.findByText('Employee added successfully!')).toBeVisible();
  const own = { contactNumber: '+12155550199', about: '', shiftTiming: 'Weekends (6AM - 2PM)' };
  expect(requestsTo(CALL)[0]?.body).toEqual({ ...sent, ...own });
});

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  "compares the hire date with today in the host's time zone %s (spec 5.8)",
  async (zone) => {
    const { user } = openPortal('/add-employee', 'admin', undefined, { businessTimeZone: zone });
    await screen.findByRole('button', { name: 'Save' });
    await fill(user, { 'Hire Date': day(zone, 1) });
    await save(user);
    const refusal = 'Hire date must be valid and not in the future';
    expect(await screen.findByText(refusal)).toBeVisible();
    await fill(user, { 'Hire Date': day(zone) });
    await saveAnew(user);
    expect(screen.queryByText(refusal)).toBeNull();
  },
);

test("sends 'Custom' as the shift if the custom text is empty", async () => {
  on('POST', CALL, () => good());
  const user = await open();
  await fillIn(user, { 'Contact Number': '0092 300 1234567' });
  await pick(user, 'Shift Timing', 'Custom');
  await user.type(field('Your own shift'), 'Weekends');
  await user.clear(field('Your own shift'));
  await save(user);
  expect(await screen.findByText('Employee added successfully!')).toBeVisible();
  expect(requestsTo(CALL)[0]?.body).toMatchObject({
    ...sent,
    contactNumber: '+923001234567',
    shiftTiming: 'Custom',
  });
});

test("clears a field's error on edit and shows it again only on the next save (spec 5.9, 5.12)", async () => {
  const user = await open();
  await save(user);
  const message = (text: string) => screen.queryByText(text, { selector: 'p' });
  await waitFor(() => expect(message('Contact Number is required')).toBeVisible());
  await user.type(field('Contact Number'), 'x');
  await user.type(field('Password'), 'short');
  await pick(user, 'Gender', 'Female');
  await user.tab();
  for (const gone of ['Contact Number is required', 'Invalid contact number format', 'Gender is required'])
    expect(message(gone)).toBeNull();
  expect(message('Password must be at least 8 characters long')).toBeNull();
  expect(message('Full Name is required')).toBeVisible();
  await save(user);
  await waitFor(() => expect(message('Invalid contact number format')).toBeVisible());
  expect(message('Password must be at least 8 characters long')).toBeVisible();
});

test('offers the shifts and departments (spec 2.78)', async () => {
  const user = await open();
  const optionsOf = async (label: string) => {
    await user.click(screen.getByRole('combobox', { name: new RegExp(`^${label}`) }));
    const options = (await screen.findAllByRole('option')).map((one) => one.textContent?.trim()).filter(Boolean);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    return options;
  };
  expect(await optionsOf('Shift Timing')).toEqual([
    'Morning (8AM - 4PM)',
    'Evening (4PM - 12AM)',
    'Night (12AM - 8AM)',
    'Custom',
  ]);
  expect(await optionsOf('Department')).toEqual(['Laboratory', 'Radiology', 'Pharmacy', 'Admin']);
});

const REQUIRED = [
  'Full Name',
  'Email',
  'Contact Number',
  'Address',
  'Hire Date',
  'Employee Id',
  'Username',
  'Password',
  'Job Role',
  'Shift Timing',
  'Gender',
  'Department',
];

test('requires every field except about and photo, and clears a message when its field is edited (spec 5.4, 5.12)', async () => {
  const user = await open();
  await save(user);
  for (const name of REQUIRED) expect(await screen.findByText(`${name} is required`)).toBeVisible();
  expect(screen.getAllByText(/ is required$/)).toHaveLength(REQUIRED.length);
  await user.type(field('Job Role'), 'N');
  await waitFor(() => expect(screen.queryByText('Job Role is required')).toBeNull());
  expect(screen.getByText('Username is required')).toBeVisible();
  await pick(user, 'Gender', 'Others');
  await waitFor(() => expect(screen.queryByText('Gender is required')).toBeNull());
  await user.type(field('Full Name'), '   ');
  expect(screen.queryByText('Full Name is required')).toBeNull();
  await save(user);
  expect(await screen.findByText('Full Name is required')).toBeVisible();
  expect(requestsTo(CALL)).toHaveLength(0);
});

test('refuses each invalid value at its field and accepts the corrected one (spec 5.5, 5.6, 5.7, 9.6)', async () => {
  const user = await open();
  for (const [label, wrong, text, right] of [
    ['Email', 'nia at example', 'Invalid email format', 'nia@example.test'],
    ['Contact Number', '0555 123', 'Invalid contact number format', '+15551230000'],
    ['Contact Number', '+', 'Invalid contact number format', '+12'],
    ['Contact Number', '1234567890123456', 'Invalid contact number format', '123456789012345'],
    ['Address', 'Here', 'Address must be at least 5 characters long', 'There'],
    ['Hire Date', day(here, 1), 'Hire date must be valid and not in the future', day(here)],
    ['Password', '1234567', 'Password must be at least 8 characters long', '12345678'],
  ] as const) {
    await fill(user, { [label]: wrong });
    await save(user);
    await waitFor(() => expect(field(label)).toHaveAccessibleDescription(text));
    await fill(user, { [label]: right });
    await saveAnew(user);
    expect(field(label)).toHaveAccessibleDescription('');
  }
  expect(requestsTo(CALL)).toHaveLength(0);
});

test("shows the host's field errors at their fields and keeps the typed values (spec 5.10, 5.11)", async () => {
  const errors = {
    email: 'This email is taken',
    employeeId: 'This employee ID is taken',
    gender: 'Invalid gender selected',
    department: 'Invalid department selected',
    image: 'This is no image',
  };
  on('POST', CALL, () => refused('Some fields are not right', 409, { errors }));
  const user = await open();
  await fillIn(user);
  await user.upload(field('Photo'), new File(['x'], 'nia.png', { type: 'image/png' }));
  await save(user);
  expect(await screen.findByText('Some fields are not right')).toBeVisible();
  for (const text of Object.values(errors)) expect(await screen.findByText(text)).toBeVisible();
  expect(field('Email')).toHaveAccessibleDescription(errors.email);
  for (const [label, value] of Object.entries(texts)) expect(field(label)).toHaveValue(value);
  expect(screen.getByText('nia.png')).toBeVisible();
  expect(screen.getByRole('combobox', { name: /^Department/ })).toHaveTextContent('Radiology');
  await fill(user, { Email: 'nia2@example.test' });
  await waitFor(() => expect(screen.queryByText(errors.email)).toBeNull());
  on('POST', CALL, () => good());
  await save(user);
  expect(await screen.findByText('Employee added successfully!')).toBeVisible();
});

test('shows a failure and allows another attempt (spec 8.14)', async () => {
  on('POST', CALL, () => Response.error());
  const user = await open();
  await fillIn(user);
  await save(user);
  expect(await screen.findByText('Failed to add employee')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  expect(field('Full Name')).toHaveValue('Nia Őri');
});

const LONG = {
  'Full Name': 'Ő'.repeat(201),
  Address: 'Long Lane '.repeat(51).trim(),
  'Employee ID': 'E'.repeat(65),
  'Job Role': 'Nurse '.repeat(40).trim(),
};

test('limits lengths only on our own host (spec 5 has no limits)', async () => {
  on('POST', CALL, () => good());
  const pasted = async (user: User) => {
    await fillIn(user);
    for (const [label, value] of Object.entries(LONG)) fireEvent.change(field(label), { target: { value } });
    await save(user);
  };
  await pasted(await open());
  expect(await screen.findByText('Employee added successfully!')).toBeVisible();
  expect(requestsTo(CALL)[0]?.body).toMatchObject({
    fullName: LONG['Full Name'],
    address: LONG.Address,
    employeeId: LONG['Employee ID'],
    jobRole: LONG['Job Role'],
  });
  cleanup();
  const { user } = openPortal('/add-employee', 'admin', undefined, { hostFeatures: 'rules' });
  await screen.findByRole('button', { name: 'Save' });
  await pasted(user);
  await waitFor(() => expect(screen.getAllByText('This is too long')).toHaveLength(4));
  expect(requestsTo(CALL)).toHaveLength(1);
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { everyday, good, on, refused, requestsTo } from './host.ts';
import { field, fill, save, type User } from './people.ts';
import { openPortal } from './portal.tsx';

const CALL = '/admin/add-laboratory';
const texts = {
  'Full Name': 'Northside Lab',
  Email: 'north@example.test',
  'Contact Number': '+15551230000',
  Address: '9 Long Lane',
  Username: 'north',
  Password: 'long-enough',
};
const sent = {
  fullName: 'Northside Lab',
  email: 'north@example.test',
  contactNumber: '+15551230000',
  address: '9 Long Lane',
  username: 'north',
  password: 'long-enough',
};

beforeEach(everyday);

async function open() {
  const { user } = openPortal('/add-laboratory', 'admin');
  await screen.findByRole('button', { name: 'Save' });
  return user;
}
const addDay = (user: User) => user.click(screen.getByRole('button', { name: 'Add a day' }));
const time = (day: string, edge: 'Start' | 'End') => screen.getByLabelText(`${day} ${edge}`);
const setTime = (day: string, edge: 'Start' | 'End', value: string) =>
  fireEvent.change(time(day, edge), { target: { value } });

test('sends fields, week and photo as multipart and empties the form (spec 2.79, 3.4, 7.23, 8.21)', async () => {
  on('POST', CALL, () => good());
  const user = await open();
  await fill(user, texts);
  await user.type(field('About'), 'Small and quick');
  await user.upload(field('Photo'), new File(['x'], 'lab.png', { type: 'image/png' }));
  await addDay(user);
  await addDay(user);
  setTime('Monday', 'Start', '00:00');
  setTime('Monday', 'End', '23:59');
  await user.click(screen.getAllByRole('combobox', { name: 'Day' })[1] as HTMLElement);
  await user.click(await screen.findByRole('option', { name: 'Sunday' }));
  setTime('Sunday', 'End', '12:30');
  await save(user);
  expect(await screen.findByText('Laboratory added successfully!')).toBeVisible();
  const at = (value: string) => `1970-01-01T${value}:00.000Z`;
  expect(requestsTo(CALL)[0]?.body).toEqual({
    ...sent,
    about: 'Small and quick',
    image: expect.objectContaining({ name: 'lab.png' }),
    'timings[0][day]': 'Monday',
    'timings[0][time][0]': at('00:00'),
    'timings[0][time][1]': at('23:59'),
    'timings[1][day]': 'Sunday',
    'timings[1][time][0]': at('09:00'),
    'timings[1][time][1]': at('12:30'),
  });
  await waitFor(() => expect(field('Full Name')).toHaveValue(''));
  expect(screen.queryByLabelText('Monday Start')).toBeNull();
  expect(screen.queryByText('lab.png')).toBeNull();
});

test('adds the workdays, then all remaining days, with the hours of the last one (spec 14.12)', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Add Monday to Friday' }));
  expect(screen.getAllByLabelText(/day Start$/)).toHaveLength(5);
  expect(time('Friday', 'End')).toHaveValue('17:00');
  setTime('Friday', 'End', '15:00');
  expect(screen.queryByRole('button', { name: 'Add Monday to Friday' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add every day' }));
  expect(screen.getAllByLabelText(/day Start$/)).toHaveLength(7);
  expect(time('Sunday', 'Start')).toHaveValue('09:00');
  expect(time('Sunday', 'End')).toHaveValue('15:00');
  expect(screen.queryByRole('button', { name: 'Add every day' })).toBeNull();
});

test('offers each day once and removes it again (spec 2.80, 5.16, 9.7)', async () => {
  const user = await open();
  await addDay(user);
  await addDay(user);
  await user.click(screen.getAllByRole('combobox', { name: 'Day' })[1] as HTMLElement);
  const days = (await screen.findAllByRole('option')).map((one) => one.textContent);
  expect(days).toEqual(['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']);
  await user.keyboard('{Escape}');
  for (let day = 3; day <= 7; day++) await addDay(user);
  expect(screen.queryByRole('button', { name: 'Add a day' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove Wednesday' }));
  expect(screen.queryByLabelText('Wednesday Start')).toBeNull();
  expect(screen.getByRole('button', { name: 'Add a day' })).toBeVisible();
});

test('requires all fields except about and photo, and clears a message when its field is edited (spec 5.13)', async () => {
  const user = await open();
  await save(user);
  for (const name of ['Full Name', 'Email', 'Contact Number', 'Address', 'Username', 'Password'])
    expect(await screen.findByText(`${name} is required`)).toBeVisible();
  expect(screen.queryByText('About is required')).toBeNull();
  expect(screen.queryByText('Photo is required')).toBeNull();
  await user.type(field('Username'), 'n');
  await waitFor(() => expect(screen.queryByText('Username is required')).toBeNull());
  expect(screen.getByText('Password is required')).toBeVisible();
  expect(requestsTo(CALL)).toHaveLength(0);
});

test('refuses each invalid value at its field (spec 9.6)', async () => {
  const user = await open();
  const wrong = [
    ['Email', 'north', 'Invalid email format'],
    ['Contact Number', '0123', 'Invalid contact number format'],
    ['Address', 'Here', 'Address must be at least 5 characters long'],
    ['Password', '1234567', 'Password must be at least 8 characters long'],
  ] as const;
  for (const [label, value] of wrong) await fill(user, { [label]: value });
  await save(user);
  for (const [label, , text] of wrong) await waitFor(() => expect(field(label)).toHaveAccessibleDescription(text));
});

test.each([
  ['no day', 'At least one timing entry is required', async () => undefined],
  [
    'a day without times',
    'Timing for Monday is required',
    async (user: User) => {
      await addDay(user);
      setTime('Monday', 'Start', '');
      setTime('Monday', 'End', '');
    },
  ],
  [
    'a day with one time',
    'Exactly 2 timings must be provided for Monday',
    async (user: User) => {
      await addDay(user);
      setTime('Monday', 'End', '');
    },
  ],
] as const)(
  '%s: shows the error at the field and as a toast, and clears it once corrected (spec 5.14, 5.15, 5.17)',
  async (_what, text, spoil) => {
    on('POST', CALL, () => good());
    const user = await open();
    await fill(user, texts);
    await spoil(user);
    await save(user);
    expect(await screen.findByText(text, { selector: '[role=group] *' })).toBeVisible();
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
    expect(requestsTo(CALL)).toHaveLength(0);
    if (screen.queryByLabelText('Monday Start')) {
      setTime('Monday', 'Start', '08:00');
      setTime('Monday', 'End', '16:00');
    } else await addDay(user);
    await waitFor(() => expect(screen.queryByText(text, { selector: '[role=group] *' })).toBeNull());
    await save(user);
    expect(await screen.findByText('Laboratory added successfully!')).toBeVisible();
  },
);

test("shows the host's timings error at the field and as a toast (spec 5.14)", async () => {
  const text = 'Each timing entry must have a valid day';
  on('POST', CALL, () => refused(text, 400, { errors: { timings: text } }));
  const user = await open();
  await fill(user, texts);
  await addDay(user);
  await save(user);
  expect(await screen.findByText(text, { selector: '[role=group] *' })).toBeVisible();
  await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
  for (const [label, value] of Object.entries(texts)) expect(field(label)).toHaveValue(value);
  expect(time('Monday', 'Start')).toHaveValue('09:00');
});

test('shows a duplicate name at its field and keeps the typed values', async () => {
  const errors = { email: 'This email is taken', username: 'This username is taken' };
  on('POST', CALL, () => refused('Some fields are not right', 409, { errors }));
  const user = await open();
  await fill(user, texts);
  await addDay(user);
  await save(user);
  await waitFor(() => expect(field('Email')).toHaveAccessibleDescription(errors.email));
  expect(field('Username')).toHaveAccessibleDescription(errors.username);
  for (const [label, value] of Object.entries(texts)) expect(field(label)).toHaveValue(value);
});

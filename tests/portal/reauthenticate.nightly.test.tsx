import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { hasPlugin } from './hasPlugin.ts';
import { everyday, good, on, refused, requestsTo } from './host.ts';
import { field, fill, pick, save } from './people.ts';
import { OURS, openPortal, tokenFor } from './portal.tsx';

const SELF = {
  _id: 'me',
  fullName: 'Zoë Ångström',
  email: 'zoe@example.test',
  contactNumber: '+15551230000',
  address: '9 Long Lane',
  username: 'zoe',
  gender: 'Female',
  about: 'Kind',
};
let proven: boolean;
const unlessProven = () => (proven ? good() : refused('Please confirm that it is you.', 403, { reauthenticate: true }));

beforeEach(() => {
  proven = false;
  everyday();
  on('GET', '/employee/get-profile', () => good(SELF));
  on('POST', '/common/update-profile', unlessProven);
  on('POST', '/common/reauthenticate-options', () => good({ methods: ['password'] }));
  on('POST', '/common/reauthenticate', ({ body }) => {
    proven = body.password === 'right';
    return proven ? good() : refused('The password is wrong.', 400, { errors: { password: 'The password is wrong.' } });
  });
});

/** Opens the profile form, changes the e-mail address and saves. */
async function change(kept: Record<string, string> = OURS) {
  const { user } = openPortal('/employee-settings', 'employee', tokenFor('employee'), kept);
  const open = await screen.findByRole('button', { name: 'Update Profile' });
  await waitFor(() => expect(open).toBeEnabled());
  await user.click(open);
  const form = within(await screen.findByRole('dialog', { name: 'Update Profile' }));
  const email = form.getByRole('textbox', { name: /^Email/ });
  await user.clear(email);
  await user.type(email, 'new@example.test');
  await user.click(form.getByRole('button', { name: 'Save Changes' }));
  return { user, email };
}
const question = async () => within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));

async function prove(user: ReturnType<typeof openPortal>['user']) {
  await user.type((await question()).getByLabelText(/^Your password/), 'right{Enter}');
}

test('requests reauthentication in a dialog, then repeats the request with all input', async () => {
  const { user } = await change();
  const dialog = await question();
  const password = dialog.getByLabelText(/^Your password/);
  expect(password).toHaveFocus();
  await user.type(password, 'wrong');
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect((await screen.findAllByText('The password is wrong.')).length).toBeGreaterThan(0);
  await user.clear(password);
  await user.type(password, 'right{Enter}');
  expect(await screen.findByText('Profile updated successfully')).toBeVisible();
  const sent = requestsTo('/common/update-profile').map(({ body }) => body);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[1]).toMatchObject({ email: 'new@example.test' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('keeps the input without reauthentication, and shows no further message', async () => {
  const { user, email } = await change();
  const dialog = await question();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull());
  expect(email).toHaveValue('new@example.test');
  expect(screen.queryByText('Please confirm that it is you.')).toBeNull();
  expect(requestsTo('/common/update-profile')).toHaveLength(1);
});

test.runIf(hasPlugin('secondFactor'))(
  'asks for a second factor in place of the password, with other methods',
  async () => {
    on('POST', '/common/reauthenticate-options', () => good({ methods: ['totp', 'recovery'] }));
    on('POST', '/common/reauthenticate', ({ body }) => {
      proven = body.recovery === 'abcd-efgh-jkmn';
      return proven ? good() : refused('This is wrong or was used already.');
    });
    const { user } = await change();
    const dialog = await question();
    await user.type(dialog.getByLabelText('Code'), '123456{Enter}');
    expect(await dialog.findByText('This is wrong or was used already.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Use a recovery code' }));
    await user.type(dialog.getByLabelText('Recovery code'), 'abcd-efgh-jkmn{Enter}');
    expect(await screen.findByText('Profile updated successfully')).toBeVisible();
    expect(requestsTo('/common/reauthenticate').map(({ body }) => body)).toEqual([
      { code: '123456' },
      { recovery: 'abcd-efgh-jkmn' },
    ]);
  },
);

test('shows the refusal of a host that did not announce reauthentication', async () => {
  await change({});
  expect(await screen.findByText('Please confirm that it is you.')).toBeVisible();
  expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull();
});

test('requests reauthentication over the form of a new employee, and keeps the input', async () => {
  const call = '/admin/add-employee';
  on('POST', call, unlessProven);
  const { user } = openPortal('/add-employee', 'admin', tokenFor('admin'), OURS);
  await screen.findByRole('button', { name: 'Save' });
  const typed = { 'Full Name': 'Nia Őri', Email: 'nia@example.test', 'Contact Number': '+15551230000' };
  await fill(user, { ...typed, Address: '9 Long Lane', 'Hire Date': '2026-01-05', 'Employee ID': 'EMP-9' });
  await fill(user, { Username: 'nia', Password: 'long-enough', 'Job Role': 'Nurse' });
  const chosen = { Gender: 'Female', Department: 'Radiology', 'Shift Timing': 'Custom' };
  for (const [label, option] of Object.entries(chosen)) await pick(user, label, option);
  await save(user);
  await user.click((await question()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (const [label, value] of Object.entries(typed)) expect(field(label)).toHaveValue(value);
  await save(user);
  await prove(user);
  expect(await screen.findByText('Employee added successfully!')).toBeVisible();
  const [first, second, last, ...more] = requestsTo(call).map(({ body }) => body);
  expect([second, last, more]).toEqual([first, first, []]);
  expect(last).toMatchObject({ fullName: 'Nia Őri', password: 'long-enough', department: 'Radiology' });
});

test('names the visits that deleting an employee unassigns, and requests reauthentication', async () => {
  const gone = { _id: 'x1', employeeId: 'EMP-7', fullName: 'Zoë Ångström' };
  on('GET', '/admin/get-employees', () => good(proven ? [] : [gone]));
  on('POST', '/admin/delete-employee/{id}', unlessProven);
  const { user } = openPortal('/employees', 'admin', tokenFor('admin'), OURS);
  await user.click(await screen.findByRole('button', { name: /^Delete/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete' });
  expect(dialog).toHaveAccessibleDescription(/Pending visits of this employee become unassigned\./);
  await user.click(within(dialog).getByRole('button', { name: 'Yes, Delete' }));
  await prove(user);
  expect(await screen.findByText('Employee deleted successfully')).toBeVisible();
  expect(await screen.findByText('No employees found')).toBeVisible();
  expect(requestsTo('/admin/delete-employee/x1')).toHaveLength(2);
});

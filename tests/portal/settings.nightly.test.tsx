import { screen, waitFor, within } from '@testing-library/react';
import { addAdminMessages } from 'portal-frame/internal/browser';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ROLES, type Role } from '../roles.ts';
import { everyday, good, on, refused, requests, requestsTo } from './host.ts';
import { person, retype } from './people.ts';
import { openPortal } from './portal.tsx';

const PATH = { admin: '/settings', employee: '/employee-settings', laboratory: '/laboratory-settings' } as const;

const UPDATE = '/common/update-profile';
const PASSWORD = '/common/change-password';
const at = (time: string) => `1970-01-01T${time}:00.000Z`;

const profiles: Record<Role, object> = {
  admin: { ...person, gender: 'Female', jobRole: 'Head of operations', hireDate: '2024-02-29T00:00:00.000Z' },
  employee: { ...person, gender: 'Other', jobRole: 'Phlebotomist', hireDate: '2024-02-29', about: 'Night shifts' },
  laboratory: {
    ...person,
    about: 'Open since 1990',
    timings: [
      { day: 'Monday', time: [at('08:00'), at('16:30')] },
      { day: 'Sunday', time: [null, null] },
    ],
  },
};
const texts = {
  fullName: 'Zoë Ångström',
  username: 'zoe7',
  email: 'zoe@example.test',
  contactNumber: '+15551230007',
  address: '9 Hill Road',
};
const bodies: Record<Role, object> = {
  admin: { ...texts, gender: 'Female', jobRole: 'Head of operations', hireDate: '2024-02-29' },
  employee: { ...texts, gender: 'Others', about: 'Night shifts', jobRole: 'Phlebotomist', hireDate: '2024-02-29' },
  laboratory: { ...texts, about: 'Open since 1990' },
};

beforeAll(addAdminMessages);
beforeEach(() => {
  everyday();
  for (const role of ROLES) on('GET', `/${role}/get-profile`, () => good(profiles[role]));
});

const dialog = (name: string) => screen.findByRole('dialog', { name });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const field = (box: HTMLElement, label: string) =>
  within(box).getByLabelText(new RegExp(`^${label}( \\*)?$`), { selector: 'input, textarea' });
const setting = (name: string) => screen.findByRole('switch', { name });

/** Our own host has more rules than spec 5. */
const OWN = { hostFeatures: 'rules' };

async function open(role: Role, name: 'Update Profile' | 'Change Password', kept: Record<string, string> = {}) {
  const { user } = openPortal(PATH[role], role, undefined, kept);
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  return { user, box: await dialog(name) };
}

test('shows defaults before the profile, then its values (spec 3.8, 4.13)', async () => {
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  on('GET', '/employee/get-profile', () => asked.then(() => good({ ...person, isNotification: false })));
  openPortal(PATH.employee, 'employee');
  expect(await setting('Activate Account')).toBeChecked();
  expect(await setting('Notifications')).toBeChecked();
  expect(await setting('Privacy Settings')).not.toBeChecked();
  expect(await setting('Two-Step Authentication')).toBeChecked();
  answer();
  await waitFor(async () => expect(await setting('Two-Step Authentication')).not.toBeChecked());
  expect(await setting('Notifications')).not.toBeChecked();
  expect(await setting('Activate Account')).toBeChecked();
});

test('flips notifications after the host has confirmed (spec 2.92, 4.11, 8.22)', async () => {
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  on('POST', '/common/toggle-notification', () => asked.then(() => good(undefined, 'toggled')));
  const { user } = openPortal(PATH.employee, 'employee');
  await screen.findByText('7 Harbour Street');
  const notifications = await setting('Notifications');
  await user.click(notifications);
  await waitFor(() => expect(requestsTo('/common/toggle-notification')).toHaveLength(1));
  expect(notifications).toBeChecked();
  answer();
  expect(await screen.findByText('Notifications toggled.')).toBeVisible();
  await waitFor(() => expect(notifications).not.toBeChecked());
  expect(requestsTo('/common/toggle-notification')[0]).toMatchObject({ method: 'POST', query: {}, body: {} });
});

test('deactivates an account without confirmation on a host of spec 2', async () => {
  on('POST', '/common/toggle-account', () => good());
  const { user } = openPortal(PATH.laboratory, 'laboratory');
  await screen.findByText('7 Harbour Street');
  const activate = await setting('Activate Account');
  await user.click(activate);
  await waitFor(() => expect(activate).not.toBeChecked());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requestsTo('/common/toggle-account')).toHaveLength(1);
});

test('asks before deactivating on our own host, but not before activating (spec 2.96)', async () => {
  on('POST', '/common/toggle-account', () => good());
  const { user } = openPortal(PATH.laboratory, 'laboratory', undefined, { hostFeatures: 'reauthenticate' });
  await screen.findByText('7 Harbour Street');
  const activate = await setting('Activate Account');
  await user.click(activate);
  await user.click(within(await dialog('Deactivate your account?')).getByRole('button', { name: 'Cancel' }));
  expect(requestsTo('/common/toggle-account')).toHaveLength(0);
  await closed();
  await user.click(activate);
  await user.click(within(await dialog('Deactivate your account?')).getByRole('button', { name: 'Yes, Deactivate' }));
  expect(await screen.findByText('Activate Account toggled.')).toBeVisible();
  await waitFor(() => expect(activate).not.toBeChecked());
  await closed();
  await user.click(activate);
  await waitFor(() => expect(activate).toBeChecked());
  expect(requestsTo('/common/toggle-account')).toHaveLength(2);
});

test('changes privacy and two-step locally only (spec 2.92, 4.12)', async () => {
  const { user } = openPortal(PATH.admin, 'admin');
  await screen.findByText('7 Harbour Street');
  const before = requests.length;
  await user.click(await setting('Privacy Settings'));
  expect(await screen.findByText('Privacy Settings toggled.')).toBeVisible();
  expect(await setting('Privacy Settings')).toBeChecked();
  await user.click(await setting('Two-Step Authentication'));
  expect(await screen.findByText('Two-Step Authentication toggled.')).toBeVisible();
  expect(await setting('Two-Step Authentication')).toBeChecked();
  expect(requests).toHaveLength(before);
});

test.each([
  ['a message of the host', () => refused('Not today.'), 'Not today.'],
  ['a dropped connection', () => Response.error(), 'Failed to update setting'],
])('keeps a setting that the host refuses: %s (spec 4.11, 8.12)', async (_what, answer, text) => {
  on('POST', '/common/toggle-notification', answer);
  const { user } = openPortal(PATH.admin, 'admin');
  await screen.findByText('7 Harbour Street');
  const notifications = await setting('Notifications');
  await user.click(notifications);
  expect(await screen.findByText(text)).toBeVisible();
  expect(notifications).toBeChecked();
  on('POST', '/common/toggle-notification', () => good());
  await user.click(notifications);
  await waitFor(() => expect(notifications).not.toBeChecked());
});

test.each(ROLES)(
  '%s: sends the profile as multipart, with an image only if chosen (spec 2.93, 4.14, 7.12, 8.22)',
  async (role) => {
    on('POST', UPDATE, () => good(undefined, 'updated'));
    const { user, box } = await open(role, 'Update Profile');
    await retype(user, field(box, 'Address'), '9 Hill Road');
    const asked = requestsTo(`/${role}/get-profile`).length;
    await user.click(within(box).getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Profile updated successfully')).toBeVisible();
    await closed();
    const { timings, ...rest } = requestsTo(UPDATE)[0]?.body ?? {};
    expect(rest).toEqual(bodies[role]);
    const off = ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
    if (role === 'laboratory')
      expect(JSON.parse(String(timings))).toEqual([
        { day: 'Monday', time: [at('08:00'), at('16:30')] },
        ...off.map((day) => ({ day, time: [null, null] })),
      ]);
    else expect(timings).toBeUndefined();
    // Profile and header photo are refetched.
    await waitFor(() => expect(requestsTo(`/${role}/get-profile`)).toHaveLength(asked + 1));
  },
);

test("sends a laboratory's times as timestamps or null, with the chosen picture (spec 2.95, 5.22)", async () => {
  on('POST', UPDATE, () => good());
  const { user, box } = await open('laboratory', 'Update Profile');
  await user.upload(field(box, 'Photo'), new File(['x'], 'front.png', { type: 'image/png' }));
  await user.clear(field(box, 'Monday Time Out'));
  await user.type(field(box, 'Sunday Time In'), '09:05');
  await user.type(field(box, 'Sunday Time Out'), '23:45');
  await user.click(within(box).getByRole('button', { name: 'Save Changes' }));
  await screen.findByText('Profile updated successfully');
  await closed();
  const { timings, image } = requestsTo(UPDATE)[0]?.body ?? {};
  const week = JSON.parse(String(timings));
  expect(week[0]).toEqual({ day: 'Monday', time: [at('08:00'), null] });
  expect(week[6]).toEqual({ day: 'Sunday', time: [at('09:05'), at('23:45')] });
  expect(image).toMatchObject({ name: 'front.png' });
});

test('shows No Image without a photo, and a preview of a chosen one (spec 2.93)', async () => {
  on('GET', '/admin/get-profile', () => good({ ...profiles.admin, image: null }));
  const { user, box } = await open('admin', 'Update Profile');
  expect(within(box).getByText('No Image')).toBeVisible();
  await user.upload(field(box, 'Photo'), new File(['x'], 'me.png', { type: 'image/png' }));
  expect(await within(box).findByAltText('me.png')).toHaveAttribute('src', 'blob:picture');
});

test.each(ROLES)("%s: saves the host's values unchanged where spec 5 has no rule (spec 5.1)", async (role) => {
  const odd = { contactNumber: '(212) 555-0100 or 0300-1234567', email: 'by letter only', hireDate: 'May 1st, 2019' };
  on('GET', `/${role}/get-profile`, () => good({ ...profiles[role], ...odd }));
  on('POST', UPDATE, () => good());
  const { user, box } = await open(role, 'Update Profile');
  await retype(user, field(box, 'Address'), '9 Hill Road');
  await user.click(within(box).getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Profile updated successfully')).toBeVisible();
  await closed();
  const { hireDate, ...sent } = odd;
  expect(requestsTo(UPDATE)[0]?.body).toMatchObject(role === 'laboratory' ? sent : { ...sent, hireDate });
});

test('applies our own host’s rules to phone numbers', async () => {
  on('POST', UPDATE, () => good());
  const { user, box } = await open('employee', 'Update Profile', OWN);
  await retype(user, field(box, 'Contact Number'), 'none');
  await user.click(within(box).getByRole('button', { name: 'Save Changes' }));
  await waitFor(() =>
    expect(field(box, 'Contact Number')).toHaveAccessibleDescription('Invalid contact number format'),
  );
  await retype(user, field(box, 'Contact Number'), '(215) 555-0199 ext. 4');
  await user.click(within(box).getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Profile updated successfully')).toBeVisible();
  await closed();
  expect(requestsTo(UPDATE)[0]?.body.contactNumber).toBe('(215) 555-0199 ext. 4');
});

test('shows an invalid field once, at the field, and sends nothing (spec 5.1, 14.3)', async () => {
  const { user, box } = await open('admin', 'Update Profile', OWN);
  await retype(user, field(box, 'Full Name'), '');
  await retype(user, field(box, 'Email'), 'nobody');
  await user.click(within(box).getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(field(box, 'Full Name')).toHaveAccessibleDescription('All fields are required'));
  expect(field(box, 'Email')).toHaveAccessibleDescription('Invalid email format');
  expect(field(box, 'Full Name')).toHaveFocus();
  expect(screen.getAllByText('All fields are required')).toHaveLength(1);
  expect(requestsTo(UPDATE)).toHaveLength(0);
  await user.type(field(box, 'Full Name'), 'Z');
  await waitFor(() => expect(field(box, 'Full Name')).toHaveAccessibleDescription(''));
});

test.each([
  ['a message of the host', () => refused('Come back later.'), 'Come back later.'],
  ['a dropped connection', () => Response.error(), 'Update failed'],
])('keeps the typed values after a refused update: %s (spec 8.12)', async (_what, answer, text) => {
  on('POST', UPDATE, answer);
  const { user, box } = await open('employee', 'Update Profile');
  await retype(user, field(box, 'Address'), '9 Hill Road');
  await user.click(within(box).getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(field(box, 'Address')).toHaveValue('9 Hill Road');
  on('POST', UPDATE, () => good());
  await user.click(within(box).getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Profile updated successfully')).toBeVisible();
  await closed();
});

test('shows a refused field at the field', async () => {
  const text = 'This username is already in use.';
  on('POST', UPDATE, () => refused(text, 409, { errors: { username: text } }));
  const { user, box } = await open('admin', 'Update Profile');
  await user.click(within(box).getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(field(box, 'Username')).toHaveAccessibleDescription(text));
});

test('shows Updating... while saving (spec 2.96)', async () => {
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  on('POST', UPDATE, () => asked.then(() => good()));
  const { user, box } = await open('admin', 'Update Profile');
  await user.click(within(box).getByRole('button', { name: 'Save Changes' }));
  expect(await within(box).findByRole('button', { name: 'Updating...' })).toBeDisabled();
  answer();
  await closed();
});

test('asks before input is lost; an address opens the dialog, and closing leaves it', async () => {
  const { user } = openPortal(`${PATH.admin}?edit=profile`, 'admin');
  const box = await dialog('Update Profile');
  await retype(user, field(box, 'Address'), '9 Hill Road');
  await user.click(within(box).getByRole('button', { name: 'Cancel' }));
  await user.click(within(await dialog('Leave without saving?')).getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull());
  expect(field(box, 'Address')).toHaveValue('9 Hill Road');
  await user.click(within(box).getByRole('button', { name: 'Cancel' }));
  await user.click(within(await dialog('Leave without saving?')).getByRole('button', { name: 'Leave' }));
  await closed();
  expect(window.location.search).toBe('');
  expect(requestsTo(UPDATE)).toHaveLength(0);
});

test('changes the password (spec 2.97, 4.14, 5.3, 6.5, 8.22)', async () => {
  on('POST', PASSWORD, () => good(null, 'done'));
  const { user, box } = await open('admin', 'Change Password');
  const [old, fresh] = [field(box, 'Old Password'), field(box, 'New Password')];
  await user.type(old, 'old one ');
  await user.type(fresh, 'n3w');
  expect(old).toHaveAttribute('type', 'password');
  for (const show of within(box).getAllByRole('button', { name: 'Show password' })) await user.click(show);
  expect(old).toHaveAttribute('type', 'text');
  expect(fresh).toHaveAttribute('type', 'text');
  await user.click(within(box).getByRole('button', { name: 'Change Password' }));
  expect(await screen.findByText('Password changed successfully')).toBeVisible();
  await closed();
  expect(requestsTo(PASSWORD)[0]).toMatchObject({
    authorization: expect.stringMatching(/^Bearer /),
    body: { oldPassword: 'old one ', newPassword: 'n3w' },
  });
  await user.click(await screen.findByRole('button', { name: 'Change Password' }));
  expect(field(await dialog('Change Password'), 'Old Password')).toHaveValue('');
});

test('requires both passwords (spec 5.3)', async () => {
  const { user, box } = await open('employee', 'Change Password');
  await user.type(field(box, 'Old Password'), 'old');
  await user.click(within(box).getByRole('button', { name: 'Change Password' }));
  const text = 'All password fields are required';
  await waitFor(() => expect(field(box, 'New Password')).toHaveAccessibleDescription(text));
  expect(field(box, 'Old Password')).toHaveAccessibleDescription('');
  expect(screen.getAllByText(text)).toHaveLength(1);
  expect(requestsTo(PASSWORD)).toHaveLength(0);
});

test.each([
  ['a message of the host', () => refused('The old password is wrong.'), 'The old password is wrong.'],
  ['a dropped connection', () => Response.error(), 'Password update failed'],
])('keeps the popup and its input after a refused password: %s (spec 8.12)', async (_what, answer, text) => {
  on('POST', PASSWORD, answer);
  const { user, box } = await open('laboratory', 'Change Password');
  await user.type(field(box, 'Old Password'), 'old');
  await user.type(field(box, 'New Password'), 'new');
  await user.click(within(box).getByRole('button', { name: 'Change Password' }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(field(box, 'Old Password')).toHaveValue('old');
  expect(within(box).getByRole('button', { name: 'Change Password' })).toBeEnabled();
});

test('keeps the settings usable without a profile (spec 8.12)', async () => {
  on('GET', '/laboratory/get-profile', () => Response.error());
  on('POST', '/common/toggle-notification', () => good());
  const { user } = openPortal(PATH.laboratory, 'laboratory');
  const main = await screen.findByRole('main');
  expect(await within(main).findByText('Failed to load user data')).toBeVisible();
  await user.click(await setting('Notifications'));
  await waitFor(async () => expect(await setting('Notifications')).not.toBeChecked());
  expect(screen.getByRole('button', { name: 'Update Profile' })).toBeDisabled();
  on('GET', '/laboratory/get-profile', () => good(profiles.laboratory));
  await user.click(within(main).getByRole('button', { name: 'Retry' }));
  expect(await within(main).findByText('7 Harbour Street')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Update Profile' })).toBeEnabled();
});

test('asks for a sign-in over unsaved changes on code 401', async () => {
  on('POST', UPDATE, () => refused('Token expired', 401));
  const { user, box } = await open('admin', 'Update Profile');
  await retype(user, field(box, 'Address'), '9 Hill Road');
  await user.click(within(box).getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByRole('dialog', { name: 'Sign in to continue' })).toBeVisible();
  expect(localStorage.getItem('userAuthToken')).toBeNull();
  expect(field(box, 'Address')).toHaveValue('9 Hill Road');
});

test('stores the chosen language', async () => {
  const { user } = openPortal(PATH.employee, 'employee');
  const spanish = await screen.findByRole('button', { name: 'Español' });
  expect(screen.getByRole('button', { name: 'English' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(spanish);
  await waitFor(() => expect(spanish).toHaveAttribute('aria-pressed', 'true'));
  await waitFor(() => expect(document.documentElement.lang).toBe('es'));
  expect(localStorage.getItem('RaStore.locale')).toBe('"es"');
  await user.click(screen.getByRole('button', { name: 'English' }));
  await waitFor(() => expect(document.documentElement.lang).toBe('en'));
});

test.each([
  ['our server', true],
  ["the provider's host", false],
])('shows an employee at %s the job read-only; a note names the administrator: %s (spec 2.94)', async (_host, said) => {
  const { box } = await open('employee', 'Update Profile', said ? OWN : {});
  expect(await within(box).findByText('Phlebotomist')).toBeVisible();
  expect(within(box).getByText('February 29, 2024')).toBeVisible();
  expect(within(box).queryByLabelText(/Job Role|Hire Date/)).toBeNull();
  expect(field(box, 'About')).toHaveValue('Night shifts');
  expect(within(box).queryAllByText('Your administrator sets these.')).toHaveLength(said ? 1 : 0);
});

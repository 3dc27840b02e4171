import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { hasPlugin } from './hasPlugin.ts';
import { everyday, good, on, refused, requestsTo } from './host.ts';
import { openPortal, tokenFor } from './portal.tsx';

const SIGN_IN = '/auth/sign-in';
const HOME = { admin: '/dashboard', employee: '/employee-dashboard', laboratory: '/laboratory-dashboard' } as const;
const roles = ['admin', 'employee', 'laboratory'] as const;

beforeEach(everyday);

async function signIn() {
  const { user } = openPortal('/signin', null);
  await user.type(await screen.findByLabelText('Email'), ' ann@lab.test ');
  await user.type(screen.getByLabelText('Password'), 'Secret-1 with space ');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  return user;
}

test.each(roles)(
  '%s signs in: sends the payload, stores the session and opens the dashboard (spec 2.15, 2.19, 3.12, 4.10, 7.2)',
  async (role) => {
    const userAuthToken = tokenFor(role);
    on('POST', SIGN_IN, () => good({ role, userAuthToken, fullName: 'Ann Dee' }));
    on('GET', `/${role}/get-profile`, () => good({ _id: 'me', fullName: 'Ann Dee' }));
    await signIn();
    await waitFor(() => expect(window.location.pathname).toBe(HOME[role]));
    expect(requestsTo(SIGN_IN)).toHaveLength(1);
    expect(requestsTo(SIGN_IN)[0]).toMatchObject({
      body: { email: 'ann@lab.test', password: 'Secret-1 with space ' },
      authorization: null,
    });
    expect(localStorage.getItem('userAuthToken')).toBe(userAuthToken);
    expect(localStorage.getItem('userFullName')).toBe('Ann Dee');
  },
);

test.each([
  ['on our host to the address opened before', '/employees', 'admin', ['lookup'], '/employees'],
  ['with another role to its dashboard', '/employees', 'laboratory', ['lookup'], '/laboratory-dashboard'],
  ['on the provider’s host to the dashboard', '/employees', 'admin', undefined, '/dashboard'],
] as const)('leads after sign-in %s', async (_what, path, role, features, where) => {
  on('POST', SIGN_IN, () => good({ role, userAuthToken: tokenFor(role), fullName: 'Ann Dee', features }));
  const { user } = openPortal(path, null);
  await user.type(await screen.findByLabelText('Email'), 'ann@lab.test');
  await user.type(screen.getByLabelText('Password'), 'Secret-1');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(window.location.pathname).toBe(where));
  expect(sessionStorage.getItem('returnTo')).toBeNull();
});

test.each([
  ...(hasPlugin('runSheet')
    ? ([['on a phone to the run sheet', 390, ['visitReports'], '/employee-run-sheet']] as const)
    : []),
  ['on a wide screen to the dashboard', 1440, ['visitReports'], '/employee-dashboard'],
  ['on the provider’s host to the dashboard', 390, undefined, '/employee-dashboard'],
] as const)('leads an employee %s', async (_what, width, features, where) => {
  Object.assign(window, { innerWidth: width });
  on('POST', SIGN_IN, () => good({ role: 'employee', userAuthToken: tokenFor('employee'), fullName: 'Ann', features }));
  await signIn();
  await waitFor(() => expect(window.location.pathname).toBe(where));
  Object.assign(window, { innerWidth: 1440 });
});

test('fetches the name from the profile if the host omits it', async () => {
  on('POST', SIGN_IN, () => good({ role: 'admin', userAuthToken: tokenFor('admin') }));
  await signIn();
  await waitFor(() => expect(localStorage.getItem('userFullName')).toBe('Test admin'));
});

test.each([
  ['another role', () => good({ role: 'visitor', userAuthToken: tokenFor('visitor') }), 'Invalid role'],
  ['no role', () => good({ userAuthToken: tokenFor('admin') }), 'Invalid role'],
  ['no token', () => good({ role: 'admin' }), 'Login failed.'],
  ['status false', () => refused(''), 'Login failed.'],
  ['the message of a refusal', () => refused('No account has this email.', 401), 'No account has this email.'],
  ['HTML', () => new Response('<html>', { status: 502 }), 'Something went wrong. Please try again.'],
  ['a reply without an envelope', () => Response.json(null), 'Something went wrong. Please try again.'],
  ['a dropped connection', () => Response.error(), 'Something went wrong. Please try again.'],
])('shows the error and keeps the input: %s (spec 2.19, 8.4)', async (_what, answer, text) => {
  on('POST', SIGN_IN, answer);
  await signIn();
  expect(await screen.findByText(text, { selector: 'form *' })).toBeVisible();
  expect(await screen.findByText(text, { selector: '[role=alert] > *' })).toBeVisible();
  expect(localStorage.getItem('userAuthToken')).toBeNull();
  expect(window.location.pathname).toBe('/signin');
  expect(screen.getByLabelText('Email')).toHaveValue('ann@lab.test');
  expect(screen.getByLabelText('Password')).toHaveValue('Secret-1 with space ');
  expect(screen.getByRole('button', { name: 'Login' })).toBeEnabled();
});

test('shows progress on the button and ignores a second press', async () => {
  let answer = (_: Response) => {};
  on('POST', SIGN_IN, () => new Promise<Response>((resolve) => (answer = resolve)));
  const user = await signIn();
  const button = await screen.findByRole('button', { name: 'Logging in...' });
  await user.click(button);
  await waitFor(() => expect(requestsTo(SIGN_IN)).toHaveLength(1));
  answer(refused(''));
  expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  expect(requestsTo(SIGN_IN)).toHaveLength(1);
});

test('leaves empty fields to the browser and sends nothing (spec 5.23)', async () => {
  const { user } = openPortal('/signin', null);
  await user.click(await screen.findByRole('button', { name: 'Login' }));
  expect(screen.getByLabelText('Email')).toBeInvalid();
  expect(screen.getByLabelText('Password')).toBeInvalid();
  expect(requestsTo(SIGN_IN)).toHaveLength(0);
});

test('shows and hides the password (spec 2.15, 2.17; ASVS 6.2.6)', async () => {
  const { user } = openPortal('/signin', null);
  const password = await screen.findByLabelText('Password');
  expect(password).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password).toHaveAttribute('type', 'password');
});

test.each(roles)('redirects a signed-in %s from /signin (spec 2.6)', async (role) => {
  openPortal('/signin', role);
  await waitFor(() => expect(window.location.pathname).toBe(HOME[role]));
  expect(screen.queryByRole('button', { name: 'Login' })).toBeNull();
});

test('accepts a new sign-in after an expired session', async () => {
  openPortal('/signin', 'admin', tokenFor('admin', -1));
  expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
});

test('reports a missing network (spec 14.2)', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  on('POST', SIGN_IN, () => Response.error());
  await signIn();
  const text = 'You are offline. Try again once you are connected.';
  expect(await screen.findByText(text, { selector: 'form *' })).toBeVisible();
  onLine.mockRestore();
});

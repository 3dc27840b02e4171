import { render, screen, waitFor } from '@testing-library/react';
import { Toasts } from 'portal-frame/internal/browser';
import LogOut from 'portal-frame/screens/logOut';
import { StrictMode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { good, on, refused, requests, requestsTo } from './host.ts';
import { openPortal, tokenFor } from './portal.tsx';

const SIGN_OUT = '/auth/sign-out';
const FAILED = 'Logout failed. Redirecting...';

// The default path of cookies is that of the address.
beforeEach(() => history.replaceState(null, '', '/logout'));

function remember(token: string | null = tokenFor('admin')) {
  if (token) localStorage.setItem('userAuthToken', token);
  localStorage.setItem('userFullName', 'Ann Dee');
  localStorage.setItem('RaStore.theme', '"dark"');
  sessionStorage.setItem('draft', 'something');
  for (const cookie of ['one=1', 'two=2; path=/']) Object.assign(document, { cookie });
  return token;
}

function forgotten() {
  expect(localStorage).toHaveLength(0);
  expect(sessionStorage).toHaveLength(0);
  expect(document.cookie).toBe('');
}

/** Renders only this screen. jsdom cannot load / anew, so `leave` stands for it. */
function openLogOut() {
  const leave = vi.fn();
  render(
    <StrictMode>
      <Toasts />
      <LogOut onSignedOut={leave} />
    </StrictMode>,
  );
  return leave;
}

test('shows a message, signs out at the host, clears all data and leaves after a second (spec 1.7, 2.98, 2.99, 4.20, 9.13)', async () => {
  let answer = (_: Response) => {};
  on('POST', SIGN_OUT, () => new Promise<Response>((resolve) => (answer = resolve)));
  const token = remember();
  const leave = openLogOut();
  expect(screen.getByText('Logging out...')).toBeVisible();
  await waitFor(() => expect(requestsTo(SIGN_OUT)).toHaveLength(1));
  // Clearing the browser's data does not wait for the host.
  forgotten();
  const from = performance.now();
  answer(good(null));
  expect(await screen.findByText('Goodbye...')).toBeVisible();
  await waitFor(() => expect(leave).toHaveBeenCalledTimes(1));
  expect(performance.now() - from).toBeGreaterThan(950);
  expect(requestsTo(SIGN_OUT)).toHaveLength(1);
  expect(requestsTo(SIGN_OUT)[0]).toMatchObject({ authorization: `Bearer ${token}`, body: {} });
  forgotten();
});

test.each([
  ['a refusal', () => refused('', 500)],
  ['a refusal with a message', () => refused('The database is resting.', 500)],
  ['HTML', () => new Response('<html>', { status: 502 })],
  ['a dropped connection', () => Response.error()],
])('signs out despite %s (spec 2.99, 8.17)', async (_what, answer) => {
  on('POST', SIGN_OUT, answer);
  remember();
  const leave = openLogOut();
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(await screen.findByText("Logout failed. You'll still be signed out locally.")).toBeVisible();
  forgotten();
  await waitFor(() => expect(leave).toHaveBeenCalledTimes(1));
});

test('waits five seconds for a host that does not reply (spec 7.3, 9.13)', async () => {
  const after = AbortSignal.timeout.bind(AbortSignal);
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => after(20));
  on('POST', SIGN_OUT, () => new Promise<Response>(() => {}));
  remember();
  const leave = openLogOut();
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(timeout.mock.calls).toEqual([[5000]]);
  timeout.mockRestore();
  forgotten();
  await waitFor(() => expect(leave).toHaveBeenCalledTimes(1));
});

test.each([
  ['without a session', null],
  ['with an expired one', tokenFor('admin', -5)],
])("%s: sends nothing and still clears the browser's data", async (_what, token) => {
  remember(token);
  const leave = openLogOut();
  expect(await screen.findByText('Goodbye...')).toBeVisible();
  forgotten();
  await waitFor(() => expect(leave).toHaveBeenCalledTimes(1));
  expect(requests).toEqual([]);
});

test.each([
  ['/logout', 'admin'],
  ['/logout', 'employee'],
  ['/employee-logout', 'employee'],
  ['/laboratory-logout', 'laboratory'],
] as const)('signs out at %s as %s (spec 2.13)', async (path, role) => {
  on('POST', SIGN_OUT, () => good(null));
  openPortal(path, role);
  expect(await screen.findByText('Goodbye...')).toBeVisible();
  expect(requestsTo(SIGN_OUT)).toHaveLength(1);
  expect(localStorage.getItem('userAuthToken')).toBeNull();
});

test.each([
  ['/employee-logout', 'admin'],
  ['/employee-logout', 'laboratory'],
  ['/laboratory-logout', 'admin'],
  ['/laboratory-logout', 'employee'],
] as const)('shows not-found at %s to %s, who stays signed in (spec 2.11, 2.12)', async (path, role) => {
  on('POST', SIGN_OUT, () => good(null));
  openPortal(path, role);
  expect(await screen.findByText("We can't seem to find the page you are looking for!")).toBeVisible();
  expect(location.pathname).toBe('/not-found');
  expect(requestsTo(SIGN_OUT)).toEqual([]);
  expect(localStorage.getItem('userAuthToken')).not.toBeNull();
});

test.each(['/employee-logout', '/laboratory-logout'])(
  'leads from %s to /signin without a token (spec 2.11)',
  async (path) => {
    openPortal(path, null);
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
    expect(location.pathname).toBe('/signin');
    expect(screen.getByText('Authentication token is missing.')).toBeVisible();
  },
);

test('leads to /signin even if no fresh page can be loaded', async () => {
  on('POST', SIGN_OUT, () => Response.error());
  openPortal('/logout', 'admin');
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  expect(location.pathname).toBe('/signin');
});

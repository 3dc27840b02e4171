import { screen, waitFor } from '@testing-library/react';
import { type AppParts, getAppParts } from 'portal-frame/app';
import { authProvider } from 'portal-frame/browser';
import { beforeEach, expect, test, vi } from 'vitest';
import { appointment, everyday, good, on, requests } from './host.ts';
import { OURS, openPortal, tokenFor } from './portal.tsx';

const roles = ['admin', 'employee', 'laboratory'] as const;
const HOME = { admin: '/dashboard', employee: '/employee-dashboard', laboratory: '/laboratory-dashboard' } as const;
const NOT_FOUND = "We can't seem to find the page you are looking for!";
const MISSING = 'Authentication token is missing.';
const UNAUTHORIZED = 'Unauthorized access. Please log in again.';

beforeEach(everyday);
const at = (path: string) => waitFor(() => expect(window.location.pathname).toBe(path));

/** A page, a list and a form; screens.nightly.test.tsx covers every screen. */
const GUARDED = [
  ['employee', '/settings'],
  ['laboratory', '/employee-appointments'],
  ['employee', '/laboratory-add-appointment'],
] as const;

test.each(GUARDED.map(([, path]) => path))(
  '%s without a token: shows a message and leads to /signin (spec 2.3, 2.21, 8.1)',
  async (path) => {
    openPortal(path, null);
    expect(await screen.findByText(MISSING)).toBeVisible();
    await at('/signin');
    expect(screen.getAllByText(MISSING)).toHaveLength(1);
    expect(requests).toEqual([]);
  },
);

test.each([
  ['no token at all', 'nonsense'],
  ['a payload that is not JSON', 'a.bm9uc2Vuc2U.b'],
  ['no role', `a.${btoa(JSON.stringify({ exp: 4e9 }))}.b`],
  ['no expiry', `a.${btoa(JSON.stringify({ role: 'admin' }))}.b`],
])('treats a token that is %s as missing (spec 2.1)', async (_what, token) => {
  openPortal('/dashboard', 'admin', token);
  expect(await screen.findByText(MISSING)).toBeVisible();
  await at('/signin');
});

test.each(roles)('%s with an expired token: leads to /signin without a message or call (spec 2.2)', async (role) => {
  openPortal(HOME[role], role, tokenFor(role, -1));
  await at('/signin');
  expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  expect(screen.queryByText(MISSING)).toBeNull();
  expect(localStorage.getItem('userAuthToken')).toBeNull();
  expect(requests).toEqual([]);
});

test.each(GUARDED)('shows %s not-found at %s (spec 2.4, 6.1)', async (role, path) => {
  openPortal(path, role);
  expect(await screen.findByText(NOT_FOUND)).toBeVisible();
  expect(window.location.pathname).toBe('/not-found');
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(requests.filter((one) => !one.path.startsWith('/common/') && !one.path.endsWith('/get-profile'))).toEqual([]);
});

test('shows no screen to an unknown role', async () => {
  openPortal('/dashboard', null, tokenFor('visitor'));
  await at('/not-found');
});

test.each(roles)('leads %s from / to the dashboard (spec 2.5)', async (role) => {
  openPortal('/', role);
  await at(HOME[role]);
});

test.each([
  ['nobody', null],
  ['an unknown role', tokenFor('visitor')],
  ['an expired session', tokenFor('admin', -1)],
])('leads %s from / to /signin (spec 2.5, 2.13)', async (_who, token) => {
  openPortal('/', null, token);
  await at('/signin');
  expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  expect(screen.queryByText(MISSING)).toBeNull();
});

test.each([
  ['nobody', null],
  ['an admin', 'admin'],
] as const)(
  'shows %s the not-found page for an unknown path, with a way back (spec 2.8, 2.13, 2.21)',
  async (_who, role) => {
    const { user } = openPortal('/nowhere/at/all', role);
    expect(await screen.findByRole('heading', { name: 'ERROR' })).toBeVisible();
    expect(screen.getByText(NOT_FOUND)).toBeVisible();
    const link = screen.getByRole('link', { name: 'Back to Home Page' });
    expect(link).toHaveAttribute('href', '/');
    await user.click(link);
    await at(role ? HOME[role] : '/signin');
  },
);

test.each([
  ['admin', '/appointments/create', '/add-appointment'],
  ['laboratory', '/appointments/create', '/laboratory-add-appointment'],
  ['employee', '/appointments/create', '/not-found'],
  ['employee', '/appointments/a1/show', '/employee-appointments/a1'],
  ['laboratory', '/archive/a1/show', '/laboratory-archive/a1'],
] as const)("leads %s from react-admin's address %s to %s", async (role, path, target) => {
  openPortal(path, role);
  await at(target);
});

const over = (status: boolean) => () => Response.json({ status, code: 401, message: 'jwt expired' });

test.each(roles)('%s: shows one message if all calls return 401 at once (spec 8.2)', async (role) => {
  for (const path of ['get-dashboard', 'get-today-appointments', 'get-active-employees', 'get-profile'])
    on('GET', `/${role}/${path}`, over(false));
  on('GET', '/common/get-notifications', over(false));
  openPortal(HOME[role], role);
  expect(await screen.findByText(UNAUTHORIZED)).toBeVisible();
  await at('/signin');
  expect(screen.getAllByText(UNAUTHORIZED)).toHaveLength(1);
  expect(screen.queryByText(MISSING)).toBeNull();
});

const plainText = () => new Response('Unauthorized', { status: 401, headers: { 'Content-Type': 'text/plain' } });
const page = (own: Record<string, unknown> = {}) => good({ appointments: [appointment(own)], totalPages: 3 });
test('ends the session for a query without error handling (spec 8.2)', async () => {
  on('GET', '/common/get-sessions', plainText);
  openPortal('/settings', 'admin', undefined, OURS);
  expect(await screen.findByText(UNAUTHORIZED)).toBeVisible();
  await at('/signin');
});

type User = ReturnType<typeof openPortal>['user'];
test.each<[string, (user: User) => Promise<void>]>([
  ['the next page', (user) => user.click(screen.getByRole('button', { name: 'Next page' }))],
  ['a row', (user) => user.click(screen.getByText('María Núñez'))],
  [
    'a status',
    async (user) => {
      await user.click(screen.getByRole('combobox', { name: /^Status/ }));
      await user.click(await screen.findByRole('option', { name: 'Rejected' }));
    },
  ],
  ['a menu entry', (user) => user.click(screen.getByRole('link', { name: 'Employees' }))],
  ['the export', (user) => user.click(screen.getByRole('button', { name: 'Export' }))],
])('reports a token that disappears while a screen is open and leads to /signin: %s (spec 2.3)', async (_what, use) => {
  on('GET', '/admin/get-appointments', () => page({ status: 'Pending' }));
  const { user } = openPortal('/appointments', 'admin');
  await screen.findByText('María Núñez');
  localStorage.removeItem('userAuthToken');
  const before = requests.length;
  await use(user);
  expect(await screen.findByText(MISSING)).toBeVisible();
  await at('/signin');
  expect(screen.getAllByText(MISSING)).toHaveLength(1);
  expect(screen.queryByText(UNAUTHORIZED)).toBeNull();
  expect(requests.slice(before)).toEqual([]);
});

test('ends the session each time even if the sender of offline work cannot be loaded', async () => {
  const offline = getAppParts().offline as NonNullable<AppParts['offline']>;
  const sender = vi.spyOn(offline, 'sender').mockRejectedValue(new TypeError('Failed to fetch'));
  for (const attempt of [1, 2]) {
    localStorage.setItem('userAuthToken', tokenFor('employee'));
    localStorage.setItem('reportsWaiting', '1');
    await expect(authProvider.checkError({ status: 401 })).rejects.toMatchObject({ redirectTo: '/signin' });
    expect(sender).toHaveBeenCalledTimes(attempt);
  }
  sender.mockRestore();
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '../../frame/config/pages.ts';
import { loadResources } from '../../frame/server/collections/load.ts';
import { isShippedPage, SHIPPED } from '../portal/shippedNames.ts';
import { ROLES, type Role } from '../roles.ts';
import { holdSession, type Portal, startPortal } from './harness.ts';
import { move } from './steps.ts';

const HOME: Record<Role, string> = {
  admin: '/dashboard',
  employee: '/employee-dashboard',
  laboratory: '/laboratory-dashboard',
};

let portal: Portal;
/** Every route of a role, as the configs give them. */
let routes: Record<Role, string[]>;

beforeAll(async () => {
  const resources = (await loadResources()).filter(({ name }) => SHIPPED.includes(name));
  const routesOf = (role: Role) => [
    ...pages.filter((page) => page.role === role && isShippedPage(page)).map(({ path }) => path),
    ...resources.flatMap(({ roles }) => [roles[role]?.list, roles[role]?.form].filter((path) => path !== undefined)),
  ];
  routes = { admin: routesOf('admin'), employee: routesOf('employee'), laboratory: routesOf('laboratory') };
  portal = await startPortal();
});
afterAll(() => portal?.stop());

test('the routes are those of the specification', () => {
  expect(routes.admin.toSorted()).toEqual(
    [
      ...['/dashboard', '/add-appointment', '/appointments', '/add-employee', '/employees', '/add-laboratory'],
      ...['/laboratories', '/payments', '/archive', '/settings', '/notifications', '/profile'],
      // Beyond the specification.
      ...['/audit', '/admins', '/add-admin'],
    ].toSorted(),
  );
  const names = ['dashboard', 'appointments', 'profile', 'settings', 'archive', 'notifications'];
  expect(routes.employee.toSorted()).toEqual(
    // Beyond the specification: the run sheet.
    [...names, 'run-sheet'].map((name) => `/employee-${name}`).toSorted(),
  );
  expect(routes.laboratory.toSorted()).toEqual(
    [...names, 'add-appointment'].map((name) => `/laboratory-${name}`).toSorted(),
  );
});

const NOT_FOUND = "We can't seem to find the page you are looking for!";

/** Visits all routes of these roles: each role's first by loading it, the others within the portal. */
async function visit(page: Page, roles: readonly Role[], arrive: (path: string) => Promise<void>) {
  for (const role of roles) {
    const [first = '', ...others] = routes[role];
    await page.goto(first);
    await arrive(first);
    for (const path of others) {
      await move(page, path);
      await page.waitForFunction((from) => location.pathname !== from, path);
      await arrive(path);
    }
  }
}

test.each(ROLES)('%s: every route of the other two ends at /not-found', async (role) => {
  const page = await portal.newPage();
  await holdSession(page, role);
  const others = ROLES.filter((one) => one !== role);
  await visit(page, others, async (path) => {
    await page.getByText(NOT_FOUND).waitFor();
    expect([path, new URL(page.url()).pathname]).toEqual([path, '/not-found']);
    expect(await page.getByRole('navigation').count()).toBe(0);
  });
  await page.getByRole('link', { name: 'Back to Home Page' }).click();
  await page.waitForURL(`**${HOME[role]}`);
  // Guests only: who is signed in is sent on to / and from there home.
  await page.goto('/signin');
  await page.waitForURL(`**${HOME[role]}`);
});

test('nobody signed in: every route leads to /signin and says why', async () => {
  // Side by side: a toast takes its time to leave, and the same text is not shown twice at once.
  await Promise.all(
    ROLES.map(async (role) => {
      const guest = await portal.newPage();
      const toast = guest.getByRole('alert').filter({ hasText: 'Authentication token is missing.' });
      await visit(guest, [role], async (path) => {
        await toast.waitFor();
        expect([path, new URL(guest.url()).pathname]).toEqual([path, '/signin']);
        await toast.getByRole('button', { name: 'Close' }).click();
        await toast.waitFor({ state: 'detached' });
      });
    }),
  );
  const page = await portal.newPage();
  await page.goto('/');
  await page.waitForURL('**/signin');
  await page.goto('/no-such-screen');
  await page.getByText(NOT_FOUND).waitFor();
});

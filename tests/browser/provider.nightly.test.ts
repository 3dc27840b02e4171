import type { Browser, Page } from 'playwright-core';
import { launchChromium, openPage } from 'portal-frame/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ROLES, type Role } from '../roles.ts';
import { allowLog, logged, signInAs } from './harness.ts';
import { type ProviderHost, SLOW, startProviderHost } from './provider/host.ts';
import { servePortal } from './provider/portal.ts';
import { PATIENTS, ROWS } from './provider/records.ts';
import { settle } from './screens.ts';
import { move } from './steps.ts';

const ADMIN =
  'dashboard add-appointment appointments add-employee employees add-laboratory laboratories payments archive';
const SHARED = 'settings notifications profile';
const PATHS: Record<Role, string> = {
  admin: `${ADMIN} ${SHARED}`,
  employee: `dashboard appointments archive run-sheet ${SHARED}`,
  laboratory: `dashboard add-appointment appointments archive ${SHARED}`,
};

const menuPathsOf = (role: Role): string[] =>
  PATHS[role].split(' ').map((name) => (role === 'admin' ? `/${name}` : `/${role}-${name}`));

let host: ProviderHost;
let portal: Awaited<ReturnType<typeof servePortal>>;
let browser: Browser;

beforeAll(async () => {
  host = await startProviderHost();
  portal = await servePortal(host.url);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
  await host?.stop();
});
afterEach(async () => {
  host.recover();
  await Promise.all(browser.contexts().map((context) => context.close()));
  expect(host.beyond.splice(0)).toEqual([]);
});

/** `failing`: the host fails on purpose, which browsers log. */
async function newPage(role: Role, failing = false): Promise<Page> {
  if (failing) allowLog(/Failed to load resource/, /: 5\d\d$/);
  const page = await openPage(browser, portal.url, logged);
  await signInAs(page, role);
  return page;
}
const calls = (name: string) => host.asked.filter((one) => one.name === name);
const over = (page: Page) =>
  Promise.all([page.getByText('Unauthorized access. Please log in again.').waitFor(), page.waitForURL('**/signin')]);
const rows = (page: Page) => page.locator('tbody tr');

test.each(ROLES)('%s: works with section 7 only, without console output (ASVS 3.4.3)', async (role) => {
  const page = await newPage(role);
  for (const path of menuPathsOf(role)) {
    await move(page, path);
    await settle(page);
    expect([path, new URL(page.url()).pathname]).toEqual([path, path]);
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
    const exported = page.getByRole('main').getByRole('button', { name: 'Export' });
    if ((await exported.count()) === 0) continue;
    const download = page.waitForEvent('download');
    await exported.click();
    await download;
  }
  const own = role === 'admin' ? '' : `${role}-`;
  for (const screen of ['profile', 'settings']) {
    const before = calls(`GET /${role}/get-profile`).length;
    await page.goto(`/${own}${screen}`);
    await page.getByRole('main').getByText(`Test ${role}`).first().waitFor();
    await settle(page);
    expect(calls(`GET /${role}/get-profile`).length - before).toBe(1);
  }
  expect(await page.getByRole('link', { name: 'Audit Trail' }).count()).toBe(0);
  await page.goto('/audit');
  await page.getByText("We can't seem to find the page you are looking for!").waitFor();
  // Details by address, of a record on no visited page.
  await page.goto(`/${own}appointments/a${PATIENTS - 1}`);
  await page.getByRole('dialog', { name: `Patient ${PATIENTS - 1}` }).waitFor();
  // The last page by address: row numbers continue.
  const last = Math.ceil(PATIENTS / ROWS);
  await page.goto(`/${own}appointments?page=${last}`);
  await rows(page)
    .first()
    .getByText(String((last - 1) * ROWS + 1), { exact: true })
    .waitFor();
  await page.getByRole('button', { name: 'Calendar', exact: true }).click();
  await settle(page);
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByText('Goodbye...').waitFor();
  await page.waitForURL('**/signin');
});

test.each(['code401', 'json401', 'text401'] as const)(
  '%s ends the session, also for a prefetched call',
  async (manner) => {
    const page = await newPage('admin', true);
    host.take(/get-transactions/, manner);
    await page.goto('/payments');
    await over(page);
    expect(await page.evaluate(() => localStorage.getItem('userAuthToken'))).toBeNull();
    expect(await page.getByText('jwt expired').count()).toBe(0);
  },
);

test.each([
  ['admin', '/settings', 'Settings', 'Failed to load user'],
  ['laboratory', '/laboratory-profile', 'Profile', 'Failed to load user profile'],
] as const)('%s: reports a failed profile only at %s, even if its code loads late', async (role, path, file, text) => {
  const page = await newPage(role, true);
  await page.route(new RegExp(`/assets/${file}-`), async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW));
    await route.continue();
  });
  host.take(/get-profile/, 'fail');
  await page.goto(path);
  await page.getByRole('main').getByText(text, { exact: true }).waitFor();
  await page.getByRole('alert').filter({ hasText: text }).first().waitFor();
  expect(await page.getByText('Failed to fetch user profile image.').count()).toBe(0);
});

test('shows progress on a slow page', async () => {
  const page = await newPage('admin');
  await move(page, '/appointments');
  await rows(page).first().waitFor();
  host.take(/get-appointments\?page=2/, 'slow');
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('Page 2 of').waitFor();
  const late = page.locator('[aria-busy=true]');
  await late.getByRole('status', { name: 'Loading...' }).waitFor();
  expect(await late.getByText('Patient 1', { exact: true }).count()).toBe(1);
  expect(await late.locator('table').evaluate((one) => getComputedStyle(one.closest('.late > *') ?? one).opacity)).toBe(
    '0.45',
  );
  await page.getByText(`Patient ${ROWS + 1}`, { exact: true }).waitFor();
  expect(await late.count()).toBe(0);
});

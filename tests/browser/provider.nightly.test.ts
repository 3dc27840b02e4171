import type { Browser, Page } from 'playwright-core';
import { launchChromium, openPage } from 'portal-frame/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ROLES, type Role } from '../roles.ts';
import { logged, signInAs } from './harness.ts';
import { type ProviderHost, startProviderHost } from './provider/host.ts';
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
  await Promise.all(browser.contexts().map((context) => context.close()));
  expect(host.beyond.splice(0)).toEqual([]);
});

async function newPage(role: Role): Promise<Page> {
  const page = await openPage(browser, portal.url, logged);
  await signInAs(page, role);
  return page;
}
const calls = (name: string) => host.asked.filter((one) => one.name === name);
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

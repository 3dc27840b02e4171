// Issue 6: the prerendered sign-in (frame/pages/signIn/prerendered.ts).
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../server/demo/demoStaff.ts';
import { PHONE } from './harness.ts';
import { noteShifts, shiftOf } from './looks.ts';
import { startForFile } from './portalOfFile.ts';

const portal = startForFile();

async function withoutCode(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const open = (page: Page, path = '/signin') => page.goto(path, { waitUntil: 'commit' });

const looks = (page: Page) =>
  page.evaluate(() => {
    const styleOf = (selector: string) => getComputedStyle(document.querySelector(selector) as Element);
    const { x, y, width, height } = (document.querySelector('.signin-submit') as Element).getBoundingClientRect();
    return [styleOf('body').backgroundColor, styleOf('.signin-submit').backgroundColor, x, y, width, height];
  });

test('signs in with values typed before the code loaded', async () => {
  const page = await portal.newPage();
  const release = await withoutCode(page);
  await open(page);
  await page.getByLabel('Email').fill('admin@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  const field = await page.getByLabel('Email').elementHandle();
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).search).toBe('');
  release();
  await page.waitForURL('**/dashboard');
  expect(await field?.evaluate((input) => (input as HTMLInputElement).value)).toBe('admin@demo.test');
});

test.each(['light', 'dark'] as const)(
  'keeps the prerendered sign-in as it is when the code loads, in %s',
  async (theme) => {
    for (const size of [undefined, PHONE]) {
      const page = await portal.newPage({ theme, ...(size && { size }) });
      await noteShifts(page);
      const release = await withoutCode(page);
      await open(page);
      await page.getByRole('button', { name: 'Login' }).waitFor();
      const [before, field] = [await looks(page), await page.getByLabel('Email').elementHandle()];
      release();
      await page.waitForFunction(() => document.title.startsWith('Sign in'));
      expect(await looks(page)).toEqual(before);
      expect(await field?.evaluate((input) => input.isConnected)).toBe(true);
      expect(await shiftOf(page)).toBe(0);
      await page.context().close();
    }
  },
);

test('shows a Spanish sign-in at once to a Spanish user', async () => {
  const page = await portal.newPage();
  await page.addInitScript(() => localStorage.setItem('RaStore.locale', '"es"'));
  const release = await withoutCode(page);
  await open(page, '/');
  await page.getByRole('button', { name: 'Entrar' }).waitFor();
  const field = await page.getByLabel('Correo').elementHandle();
  release();
  await page.waitForURL('**/signin');
  expect(await field?.evaluate((input) => input.isConnected)).toBe(true);
});

test("is prerendered at the sign-in's addresses only", async () => {
  const page = await portal.newPage();
  const release = await withoutCode(page);
  await open(page, '/appointments');
  await page.waitForFunction(() => document.querySelector('script[src="/preload.js"]') !== null);
  expect(await page.locator('.signin').count()).toBe(0);
  release();
  await page.getByRole('button', { name: 'Login' }).waitFor();
});

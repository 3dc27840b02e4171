// A session that ends while a form has unsaved changes, with two windows of one browser (issue 14).
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../server/demo/demoStaff.ts';
import { allowLog, signInAs } from './harness.ts';
import { startForFile } from './portalOfFile.ts';

const FORM = '/laboratory-add-appointment';
const NAME = 'Ada Ødegård';

const portal = startForFile();
let page: Page;
beforeAll(async () => {
  page = await portal.newPage();
  await signInAs(page, 'laboratory');
});

test('hides everything from another user (spec 14.1)', async () => {
  allowLog(/status of 401/);
  await page.goto(FORM);
  await page.getByRole('combobox', { name: /^Full Name/ }).fill(NAME);
  // Logs out in another window of the browser.
  const other = await page.context().newPage();
  await other.goto('/logout');
  await other.waitForURL('**/signin');
  await other.close();
  // The screen with patients is hidden.
  const ground = page.locator('.sign-in-over > .MuiBackdrop-root');
  expect(await ground.evaluate((at) => getComputedStyle(at).backgroundColor)).toMatch(/^rgb\(/);
  const over = page.getByRole('dialog', { name: 'Sign in to continue' });
  await expect.poll(() => over.getByLabel('Email').inputValue()).toBe('laboratory@demo.test');
  await over.getByLabel('Email').fill('admin@demo.test');
  await over.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await over.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  const left = await page.evaluate(
    () => document.body.innerHTML + JSON.stringify({ ...localStorage, ...sessionStorage }),
  );
  expect(left).not.toContain(NAME);
  expect(left).not.toContain('laboratory@demo.test');
  await page.goBack();
  await page
    .getByText("We can't seem to find the page you are looking for!")
    .or(page.getByRole('heading', { level: 1 }))
    .first()
    .waitFor();
  expect(await page.content()).not.toContain(NAME);
});

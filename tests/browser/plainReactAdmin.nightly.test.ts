import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { findFreePort, launchChromium, openPage } from 'portal-frame/testing';
import { type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/root.ts';
import { DEMO_PASSWORD } from '../../server/demo/demoStaff.ts';
import { allowLog, logged, type Portal, startPortal } from './harness.ts';

const root = fromRoot('examples/plain-react-admin');
const outDir = join(tmpdir(), `plain-react-admin-${process.pid}`);

let portal: Portal;
let served: PreviewServer;
let page: Page;
beforeAll(async () => {
  portal = await startPortal();
  // A process of its own: vitest's NODE_ENV would build React for development.
  const args = [fromRoot('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error', '--outDir', outDir];
  execFileSync(process.execPath, args, { cwd: root, env: { ...process.env, NODE_ENV: 'production' } });
  const port = await findFreePort();
  const proxy = { '/api': portal.url };
  served = await preview({ root, configFile: false, build: { outDir }, preview: { port, host: '127.0.0.1', proxy } });
  const browser = await launchChromium();
  page = await openPage(browser, `http://127.0.0.1:${port}`, logged);
});
afterAll(async () => {
  await page?.context().browser()?.close();
  await served?.close();
  await portal?.stop();
  rmSync(outDir, { recursive: true, force: true });
});

const signIn = async (password: string) => {
  await page.getByLabel('Username').fill('admin@demo.test');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

test('lets a stock react-admin app sign in, list, create, change and delete records', async () => {
  expect(readFileSync(join(root, 'src/main.tsx'), 'utf8').split('\n').length - 1).toBeLessThanOrEqual(60);
  allowLog(/Failed to load resource/, / (400|401)$/, /: 4\d\d$/);
  await page.goto('/');
  await signIn('wrong password');
  await page
    .getByText(/password/i)
    .nth(1)
    .waitFor();
  await signIn(DEMO_PASSWORD);
  await page.getByRole('cell', { name: 'Serum' }).first().waitFor();
  await page.getByRole('link', { name: 'Create' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Zinc in hair');
  await page.getByRole('button', { name: 'Save' }).click();
  // The server's message, at the input.
  await page
    .getByText(/Please enter|required/i)
    .first()
    .waitFor();
  await page.getByLabel('Tube kind').click();
  await page.getByRole('option').first().click();
  await page.getByLabel('Volume').fill('2');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Search').fill('zinc in');
  const row = page.getByRole('row', { name: /Zinc in hair/ });
  await row.click();
  await page.getByLabel('Volume').fill('3');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Element updated').waitFor();
  await expect.poll(() => row.textContent()).toContain('3');
  await row.click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await row.waitFor({ state: 'detached' });
});

test('ends the session of a stock react-admin app', async () => {
  // A list that is read while the session ends.
  allowLog(/Failed to load resource/, / 401$/, /401/);
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByLabel('Username').waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

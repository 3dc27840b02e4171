import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../server/demo/demoStaff.ts';
import { allowLog } from './harness.ts';
import { startForFile } from './portalOfFile.ts';
import { trySignIn } from './steps.ts';

const portal = startForFile();
// The settings require a fresh proof.
beforeEach(() => allowLog(/status of 403/));

const toggleOf = (page: Page) => page.getByRole('switch', { name: 'Two-Step Authentication' });

async function beginPasskey(page: Page, path: string) {
  await page.goto(path);
  const toggle = toggleOf(page);
  await expect.poll(() => toggle.getAttribute('aria-busy')).toBe('false');
  expect(await toggle.isChecked()).toBe(false);
  await toggle.click();
  await page.getByRole('button', { name: 'Passkey' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByLabel('Your password').fill(DEMO_PASSWORD);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await question.waitFor({ state: 'detached' });
}

const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();

test('creates a passkey, asks for it at sign-in and before turning it off', async () => {
  const page = await portal.newPage();
  // Passkeys need a domain name.
  const at = portal.url.replace('127.0.0.1', 'localhost');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const signIn = () => trySignIn(page, 'employee@demo.test', DEMO_PASSWORD, at);
  await signIn();
  await dashboard(page);
  await beginPasskey(page, `${at}/employee-settings`);
  await page.getByLabel('Name (your choice)').fill('My laptop');
  await page.getByRole('button', { name: 'Create the passkey' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('list', { name: 'Second steps' }).getByText('My laptop').waitFor();

  await page.goto(`${at}/employee-logout`);
  await page.waitForURL('**/signin');
  await signIn();
  await page.getByRole('heading', { name: 'Two-step authentication' }).waitFor();
  expect(await page.getByRole('button', { name: 'Login' }).isVisible()).toBe(false);
  expect(await page.evaluate(() => localStorage.getItem('userAuthToken'))).toBeNull();
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await dashboard(page);

  await page.goto(`${at}/employee-settings`);
  await expect.poll(() => toggleOf(page).isChecked()).toBe(true);
  await toggleOf(page).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByRole('button', { name: 'Use passkey' }).click();
  await page.getByText('Two-step authentication is off.').waitFor();
  await expect.poll(() => toggleOf(page).isChecked()).toBe(false);
});

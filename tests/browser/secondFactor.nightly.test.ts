import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../server/demo/demoStaff.ts';
import { allowLog } from './harness.ts';
import { pageAs, startForFile } from './portalOfFile.ts';
import { logOut, trySignIn } from './steps.ts';

const portal = startForFile();
// The settings require a fresh proof.
beforeEach(() => allowLog(/status of 403/));

const toggleOf = (page: Page) => page.getByRole('switch', { name: 'Two-Step Authentication' });

async function begin(page: Page, path: string, kind: 'Passkey' | 'Authenticator app') {
  await page.goto(path);
  const toggle = toggleOf(page);
  await expect.poll(() => toggle.getAttribute('aria-busy')).toBe('false');
  expect(await toggle.isChecked()).toBe(false);
  await toggle.click();
  await page.getByRole('button', { name: kind }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByLabel('Your password').fill(DEMO_PASSWORD);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await question.waitFor({ state: 'detached' });
}

/** Closes the recovery codes and returns them. */
async function keepCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await codes.waitFor();
  const list = await codes.getByRole('listitem').allTextContents();
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await codes.waitFor({ state: 'detached' });
  return list;
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
  await page.goto(`${at}/signin`);
  await page.getByLabel('Email').fill('employee@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await dashboard(page);
  await begin(page, `${at}/employee-settings`, 'Passkey');
  await page.getByLabel('Name (your choice)').fill('My laptop');
  await page.getByRole('button', { name: 'Create the passkey' }).click();
  expect(await keepCodes(page)).toHaveLength(10);
  await page.getByRole('list', { name: 'Second steps' }).getByText('My laptop').waitFor();

  await page.goto(`${at}/employee-logout`);
  await page.waitForURL('**/signin');
  await page.getByLabel('Email').fill('employee@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
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

test('sets up an authenticator app, and accepts its codes and recovery codes', async () => {
  const page = await pageAs(portal, 'laboratory');
  await begin(page, '/laboratory-settings', 'Authenticator app');
  const dialog = page.getByRole('dialog', { name: 'Set up a second step' });
  const picture = dialog.getByRole('img', { name: 'QR code for the authenticator app' });
  expect(await picture.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  const secret = ((await dialog.locator('code').textContent()) ?? '').replace(/\s/g, '');
  const codeAt = (ms: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms });
  await dialog.getByLabel('Code').fill(codeAt(Date.now()));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const [recovery = ''] = await keepCodes(page);

  await logOut(page);
  await page.waitForURL('**/signin');
  await trySignIn(page, 'laboratory@demo.test', DEMO_PASSWORD);
  await page.getByLabel('Code').fill(codeAt(Date.now() + 30_000));
  await page.getByRole('button', { name: 'Continue' }).click();
  await dashboard(page);

  const other = await portal.newPage();
  await trySignIn(other, 'laboratory@demo.test', DEMO_PASSWORD);
  await other.getByRole('button', { name: 'Use a recovery code' }).click();
  await other.getByLabel('Recovery code').fill(recovery);
  await other.getByRole('button', { name: 'Continue' }).click();
  await dashboard(other);
});

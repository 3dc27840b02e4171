import type { Locator, Page, Route } from 'playwright-core';
import { type SmtpDouble, startSmtp } from 'portal-frame/testing/helpers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../server/demo/demoStaff.ts';
import { allowLog, type Portal, signInAs, startPortal } from './harness.ts';
import { expectSessionOver, trySignIn } from './steps.ts';

const EMAIL = 'employee@demo.test';
const NEW_PASSWORD = 'A new one: 7 tubes';

let portal: Portal;
let smtp: SmtpDouble;

beforeAll(async () => {
  smtp = await startSmtp();
  portal = await startPortal({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  await portal?.stop();
  await smtp?.stop();
});

async function sendCode(page: Page): Promise<Locator> {
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Forgot Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forgot Password' });
  await dialog.getByLabel('Email').fill(EMAIL);
  expect(await dialog.getByLabel('Role').inputValue()).toBe('employee');
  await dialog.getByRole('button', { name: 'Send OTP' }).click();
  await page.getByText('OTP sent to your email').waitFor();
  return dialog;
}

test('resets a forgotten password with the code from the mail (spec 2.16)', async () => {
  // A wrong code, the ended session, the old password, and a used code.
  allowLog(/status of 40[01]|net::ERR_FAILED/);
  const older = await portal.newPage();
  await signInAs(older, 'employee');

  const page = await portal.newPage();
  const dialog = await sendCode(page);
  const mail = await smtp.next(EMAIL);
  const code = /\b\d{6}\b/.exec(mail.text)?.[0] ?? '';
  expect(mail.text).toContain('Marisol Peña');

  await dialog.getByLabel('OTP').fill(code);
  await dialog.getByRole('button', { name: 'Verify OTP' }).click();

  const password = dialog.getByLabel('New Password');
  await password.fill(NEW_PASSWORD);
  const submit = dialog.getByRole('button', { name: 'Reset Password' });
  // The dialog stays usable after refused and lost replies, even if they never reach the server.
  const failures: [(route: Route) => Promise<void>, string][] = [
    [(route) => route.fulfill({ json: { status: false } }), 'Failed to reset password'],
    [(route) => route.fulfill({ json: { status: false, message: 'Not today.' } }), 'Not today.'],
    [(route) => route.abort(), 'Something went wrong'],
  ];
  for (const [fail, text] of failures) {
    await page.route('**/common/reset-password', fail, { times: 1 });
    await submit.click();
    await page.getByText(text).first().waitFor();
    await page.getByRole('button', { name: 'Reset Password' }).and(page.locator(':enabled')).waitFor();
  }
  await submit.click();
  await page.getByText('Password reset successfully.').waitFor();
  await dialog.waitFor({ state: 'detached' });

  await expectSessionOver(older);
  await trySignIn(page, EMAIL, DEMO_PASSWORD);
  await page.getByText('The email or the password is wrong.').first().waitFor();
  await signInAs(page, 'employee', EMAIL, NEW_PASSWORD);
  expect(new URL(page.url()).pathname).toBe('/employee-dashboard');

  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('**/signin');
  const again = await sendCode(page);
  await again.getByLabel('OTP').fill(code);
  await again.getByRole('button', { name: 'Verify OTP' }).click();
  const newer = await smtp.next(EMAIL);
  if (!newer.text.includes(code)) await again.getByText('Invalid OTP').waitFor();
  await again.getByRole('button', { name: 'Cancel' }).click();
  await again.waitFor({ state: 'detached' });
});

import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../server/demo/demoStaff.ts';
import { allowLog, signInAs, WITHOUT_SERVER } from './harness.ts';
import { pageAs, startForFile } from './portalOfFile.ts';
import { settle } from './screens.ts';
import { expectSessionOver, file, logOut, picture, trySignIn } from './steps.ts';

const NEW_PASSWORD = 'Second-Try-2026';

const portal = startForFile();
let employee: Page;
beforeAll(async () => {
  employee = await pageAs(portal, 'employee');
});

async function colourOf(image: Locator): Promise<number[]> {
  const source = await image.evaluate((one) => (one as HTMLImageElement).src);
  const bytes = await image.page().context().request.get(source);
  const { channels } = await sharp(await bytes.body()).stats();
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean));
}

test('shows a new profile photo in the header and on the profile (spec 3.14)', async () => {
  await employee.goto('/employee-settings');
  await employee.getByRole('button', { name: 'Update Profile' }).click();
  const popup = employee.getByRole('dialog', { name: 'Update Profile' });
  const photo = await picture('#20c040').png().toBuffer();
  await popup
    .getByLabel('Photo')
    .first()
    .setInputFiles(file('me.png', 'image/png', photo));
  await popup.getByLabel('Address').fill('77 Orchard Street, Philadelphia');
  await popup.getByRole('button', { name: 'Save Changes' }).click();
  await employee.getByText('Profile updated successfully').waitFor();
  await popup.waitFor({ state: 'detached' });

  const green = expect.toSatisfy(([r = 0, g = 0, b = 0]: number[]) => g > 150 && r < 90 && b < 110);
  const inHeader = employee.getByRole('button', { name: 'Your account' }).locator('img');
  await expect.poll(() => colourOf(inHeader)).toEqual(green);
  await employee.getByRole('button', { name: 'Your account' }).click();
  await employee.getByRole('menuitem', { name: 'Profile' }).click();
  await employee.waitForURL('**/employee-profile');
  await employee.getByText('77 Orchard Street, Philadelphia').waitFor();
  await settle(employee);
  const onProfile = employee.getByRole('main').locator('img').first();
  expect(await colourOf(onProfile)).toEqual(green);
  expect(await onProfile.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
});

test('ends other sessions after a change of password and keeps this one (spec 7.13)', async () => {
  allowLog(/status of 40[01]/);
  const other = await portal.newPage();
  await signInAs(other, 'employee');
  await employee.goto('/employee-settings');
  await employee.getByRole('button', { name: 'Change Password' }).click();
  const popup = employee.getByRole('dialog', { name: 'Change Password' });
  await popup.getByLabel(/^Old Password/).fill(DEMO_PASSWORD);
  await popup.getByLabel(/^New Password/).fill(NEW_PASSWORD);
  await popup.getByRole('button', { name: 'Change Password' }).click();
  await employee.getByText('Password changed successfully').waitFor();
  await popup.waitFor({ state: 'detached' });

  await expectSessionOver(other);
  await employee.goto('/employee-dashboard');
  await employee.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await settle(employee);
  expect(new URL(employee.url()).pathname).toBe('/employee-dashboard');
  await trySignIn(other, 'employee@demo.test', DEMO_PASSWORD);
  await other.getByText('The email or the password is wrong.').first().waitFor();
  await signInAs(other, 'employee', 'employee@demo.test', NEW_PASSWORD);
});

/** Fills everything that a browser can store. */
const remember = (page: Page) =>
  page.evaluate(() => {
    localStorage.setItem('mine', 'something');
    sessionStorage.setItem('draft', 'something');
    Object.assign(document, { cookie: 'one=1; path=/' });
  });
const kept = async (page: Page) => ({
  ...(await page.evaluate(() => ({ local: localStorage.length, session: sessionStorage.length }))),
  cookies: await page.context().cookies(),
});
const NOTHING = { local: 0, session: 0, cookies: [] };

test('forgets everything on logout and ends at /signin (spec 2.99; ASVS 7.4.4)', async () => {
  await remember(employee);
  const token = await employee.evaluate(() => localStorage.getItem('userAuthToken'));
  await logOut(employee);
  await employee.getByText('Goodbye...').waitFor();
  expect(await kept(employee)).toEqual(NOTHING);
  await employee.waitForURL('**/signin');
  expect(await employee.evaluate(() => localStorage.getItem('userAuthToken'))).toBeNull();
  const reply = await employee.context().request.get('/api/v1/employee/get-profile', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await reply.json()).toMatchObject({ status: false, code: 401 });
});

test('logs out while the server is down (spec 2.99; ASVS 3.3.4)', async () => {
  // While the server restarts, open pages reconnect to their event streams.
  allowLog(...WITHOUT_SERVER);
  const admin = await portal.newPage();
  await signInAs(admin, 'admin');
  await admin.goto('/employees');
  await settle(admin);
  // The header's last file comes after the screen.
  await admin
    .getByRole('banner')
    .getByRole('link', { name: /^Notifications/ })
    .waitFor();
  await remember(admin);
  await portal.stopServer('SIGKILL');
  await logOut(admin);
  await admin.getByText('Logout failed. Redirecting...').waitFor();
  await admin.getByText("Logout failed. You'll still be signed out locally.").waitFor();
  expect(await kept(admin)).toEqual(NOTHING);
  await admin.waitForURL('**/signin');
  await admin.getByRole('button', { name: 'Login' }).waitFor();
  // Memory is cleared too: the next user must not see the former session.
  await portal.startServer();
  await admin.goBack();
  await admin.waitForURL('**/signin');
});

import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../server/demo/demoStaff.ts';
import { enter, expectFocusSeen, hasFocus, holdsFocus, tabTo, take, type } from './keys.ts';
import { startForFile } from './portalOfFile.ts';
import { settle } from './screens.ts';

const portal = startForFile();

test('lets the admin sign in, skip, navigate, filter and change a status by keyboard', async () => {
  const page = await portal.newPage();
  await page.goto('/signin');
  await type(page, 'Email', 'admin@demo.test');
  await type(page, 'Password', DEMO_PASSWORD);
  await enter(page, page.getByRole('button', { name: 'Login' }));
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();

  await page.reload();
  await settle(page);
  const main = page.getByRole('main');
  const skip = page.getByRole('button', { name: 'Skip to the content' });
  await page.keyboard.press('Tab');
  await expect.poll(() => hasFocus(skip)).toBe(true);
  expect(await skip.evaluate((one) => one.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect.poll(() => holdsFocus(main)).toBe(true);
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await enter(page, sidebar.getByRole('link', { name: 'Appointments', exact: true }), 'Shift+Tab');
  await page.waitForURL('**/appointments');
  await settle(page);

  await enter(page, page.getByRole('button', { name: 'Show Filters' }));
  const filters = main.getByRole('region', { name: 'Filters' });
  const filter = filters.getByRole('combobox', { name: 'Status' }).first();
  await take(page, filter, 'Pending');
  await expect.poll(() => filter.textContent()).toBe('Pending');
  await enter(page, page.getByRole('button', { name: 'Apply Filters' }));
  await page.waitForURL(/filter=.*Pending/);
  await enter(page, page.getByRole('button', { name: 'Hide Filters' }), 'Shift+Tab');
  await settle(page);

  const row = page.getByRole('row').nth(1);
  const view = row.getByRole('link', { name: 'View' });
  await enter(page, view);
  const popup = page.getByRole('dialog');
  await popup.getByText('Contact Info').waitFor();
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab');
    await expect.poll(() => holdsFocus(popup)).toBe(true);
    await expectFocusSeen(page);
  }
  // In a field with suggestions, the first Escape closes only these.
  await tabTo(page, popup.getByRole('link', { name: 'Edit' }), 'Shift+Tab');
  await page.keyboard.press('Escape');
  await popup.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(view)).toBe(true);

  await take(page, row.getByRole('combobox', { name: 'Status' }), 'Rejected', 'Shift+Tab');
  const dialog = page.getByRole('dialog', { name: /^Cancel the visit/ });
  await type(page, 'Reason for Cancelling', 'Moved away');
  await take(page, dialog.getByRole('combobox', { name: 'Cancelled by' }), 'The');
  await enter(page, dialog.getByRole('button', { name: 'Cancel the visit' }));
  await page.getByText('Status updated successfully').waitFor();
});

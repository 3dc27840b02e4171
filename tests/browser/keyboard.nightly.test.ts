import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../server/demo/demoStaff.ts';
import { PHONE } from './harness.ts';
import { enter, expectFocusSeen, hasFocus, holdsFocus, tabTo, take, type } from './keys.ts';
import { pageAs, startForFile } from './portalOfFile.ts';
import { settle } from './screens.ts';
import { move } from './steps.ts';

const portal = startForFile();

test('keeps Ctrl+K and the keys typed right after a load (spec 14.10)', async () => {
  for (const role of ['employee', 'laboratory'] as const) {
    const page = await pageAs(portal, role, { size: PHONE });
    await page.goto('/', { waitUntil: 'commit' });
    // Before, the window is blank, and the security policy forbids scripts.
    await page.waitForFunction(() => document.readyState !== 'loading');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('mei rob', { delay: 60 });
    const field = role === 'employee' ? page.getByRole('dialog').getByRole('combobox') : page.locator('header input');
    await field.waitFor();
    await expect.poll(() => hasFocus(field)).toBe(true);
    expect(await field.inputValue()).toBe('mei rob');
    await page.context().close();
  }
});

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
  expect(await hasFocus(skip)).toBe(true);
  expect(await skip.evaluate((one) => one.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await holdsFocus(main)).toBe(true);
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await enter(page, sidebar.getByRole('link', { name: 'Appointments', exact: true }), 'Shift+Tab');
  await page.waitForURL('**/appointments');
  await settle(page);

  await enter(page, page.getByRole('button', { name: 'Show Filters' }));
  const filters = main.getByRole('region', { name: 'Filters' });
  const filter = filters.getByRole('combobox', { name: 'Status' }).first();
  await take(page, filter, 'Pending');
  expect(await filter.textContent()).toBe('Pending');
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
    expect(await holdsFocus(popup)).toBe(true);
    await expectFocusSeen(page);
  }
  // In a field with suggestions, the first Escape closes only these.
  await tabTo(page, popup.getByRole('link', { name: 'Edit' }), 'Shift+Tab');
  await page.keyboard.press('Escape');
  await popup.waitFor({ state: 'detached' });
  expect(await hasFocus(view)).toBe(true);

  await take(page, row.getByRole('combobox', { name: 'Status' }), 'Rejected', 'Shift+Tab');
  const dialog = page.getByRole('dialog', { name: /^Cancel the visit/ });
  await type(page, 'Reason for Cancelling', 'Moved away');
  await take(page, dialog.getByRole('combobox', { name: 'Cancelled by' }), 'The');
  await enter(page, dialog.getByRole('button', { name: 'Cancel the visit' }));
  await page.getByText('Status updated successfully').waitFor();
});

test('lets the laboratory add an appointment by keyboard alone', async () => {
  const page = await pageAs(portal, 'laboratory');
  await page.goto('/laboratory-add-appointment');
  await settle(page);
  await page.keyboard.press('Control+k');
  expect(await hasFocus(page.getByRole('combobox', { name: 'Search appointments' }))).toBe(true);
  await expectFocusSeen(page);

  const main = page.getByRole('main');
  await type(page, 'Full Name', 'Key Board');
  await take(page, main.getByRole('combobox', { name: 'Gender' }), 'Female');
  await take(page, main.getByRole('combobox', { name: 'Priority' }), 'High');
  await type(page, 'Fees', '20.5');
  await type(page, 'Date & Time', '01152027', 'Tab', '0930AM');
  await enter(page, page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByText('Appointment created successfully!').waitFor();
  await move(page, '/laboratory-appointments');
  await page.getByRole('row').filter({ hasText: 'Key Board' }).getByText('High').waitFor();
});

import { expect, test } from 'vitest';
import { PHONE } from './harness.ts';
import { hiddenByFocus, smallTargets, violationsOf } from './looks.ts';
import { pageAs, startForFile } from './portalOfFile.ts';

const portal = startForFile();

test('builds conditions with the keyboard, and opens them from the address on a phone', async () => {
  const page = await pageAs(portal, 'admin');
  await page.goto('/tests');
  await page.getByRole('row').nth(3).waitFor();
  const countRecords = (shown: typeof page) => shown.getByText(/^\d+ total$/).textContent();
  const before = await countRecords(page);
  await page.getByRole('button', { name: 'Show Filters' }).press('Enter');
  await page.getByRole('button', { name: 'More conditions' }).press('Enter');
  const row = page.getByRole('group', { name: 'Condition 1' });
  const field = row.getByRole('combobox', { name: 'Field' });
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.press('Enter');
  await page.getByRole('option', { name: 'Volume' }).press('Enter');
  await row.getByRole('combobox', { name: 'Operator' }).press('Enter');
  await page.getByRole('option', { name: 'is more than' }).press('Enter');
  await row.getByRole('spinbutton', { name: 'Value' }).fill('3');
  await page.keyboard.press('Enter');
  await page.waitForURL(/where/);
  await expect.poll(() => countRecords(page)).not.toBe(before);
  const found = await countRecords(page);
  expect(await violationsOf(page)).toEqual([]);
  expect(await hiddenByFocus(page)).toEqual([]);

  const phone = await pageAs(portal, 'admin', { size: PHONE, touch: true });
  await phone.goto(page.url());
  await phone.getByText('is more than 3').waitFor();
  await expect.poll(() => countRecords(phone)).toBe(found);
  await phone.getByRole('button', { name: 'Show Filters' }).click();
  await phone.getByRole('button', { name: 'Add group' }).click();
  await phone.getByRole('group', { name: 'Group 2' }).waitFor();
  expect(await smallTargets(phone)).toEqual([]);
  expect(await violationsOf(phone)).toEqual([]);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await page.context().close();
  await phone.context().close();
});

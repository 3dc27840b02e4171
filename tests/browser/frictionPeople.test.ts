// What a day costs in keys and clicks, counted on the real portal (issue 14).
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PHONE, type Portal, signInAs, startPortal } from './harness.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.stop());

/** Presses keys one after the other, and counts them: a letter of a text is one, and so is a click. */
function keyboard(page: Page) {
  let count = 0;
  return {
    count: () => count,
    async type(text: string) {
      count += text.length;
      await page.keyboard.type(text);
    },
    async click(what: Locator) {
      count += 1;
      await what.click();
    },
    async press(key: string, times = 1) {
      count += times;
      for (let at = 0; at < times; at++) await page.keyboard.press(key);
    },
  };
}

test('a laboratory books ten appointments for known patients in at most 400 keys', async () => {
  const page = await portal.newPage();
  await signInAs(page, 'laboratory');
  const keys = keyboard(page);
  await page.goto('/laboratory-add-appointment');
  const name = page.getByRole('combobox', { name: /^Full Name/ });
  const time = page.getByLabel(/^Date & Time/);
  let booked = 0;
  page.on('response', (reply) => {
    if (reply.url().endsWith('/laboratory/add-appointment') && reply.ok()) booked += 1;
  });
  const saved = async (many: number) => {
    await expect.poll(() => booked, { timeout: 15_000 }).toBe(many);
    await expect.poll(() => name.inputValue()).toBe('');
  };
  for (let round = 0; round < 10; round++) {
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await keys.type('mei');
    await page.getByRole('option').first().waitFor();
    await keys.press('ArrowDown');
    await keys.press('Enter');
    await expect.poll(() => time.evaluate((field) => field === document.activeElement)).toBe(true);
    if (round === 0) {
      await keys.type('12012031');
      await keys.press('Tab');
      await keys.type('0830AM');
      await keys.click(page.getByRole('checkbox', { name: /^Keep for the next one/ }));
      await keys.click(page.getByRole('combobox', { name: /^Priority/ }));
      await keys.click(page.getByRole('option', { name: 'High' }));
      await keys.click(page.getByRole('button', { name: 'Save' }));
      await saved(1);
      continue;
    } else {
      // The day is kept: month, day and year are passed, and the time is another.
      await keys.press('Tab', 3);
      await keys.type(`${String(8 + (round % 4)).padStart(2, '0')}${round % 2 ? '30' : '00'}AM`);
    }
    await keys.press('Enter');
    await saved(round + 1);
  }
  console.log(`ten appointments for known patients: ${keys.count()} keys and clicks (1,110 and 20 before)`);
  expect(keys.count()).toBeLessThanOrEqual(400);
  await page.context().close();
});

test('an admin finds who calls, by telephone number, in one line; the palette swallows nothing', async () => {
  const page = await portal.newPage();
  await signInAs(page, 'admin');
  await page.getByRole('button', { name: 'Search...' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('484 555 0114');
  await page
    .getByRole('option', { name: /Mei Robinson/ })
    .first()
    .waitFor();
  expect(await page.getByRole('combobox', { name: 'Search and actions' }).inputValue()).toBe('484 555 0114');
  await page.context().close();
});

test('an employee sees the next visit without a swipe', async () => {
  const page = await portal.newPage({ size: PHONE });
  await signInAs(page, 'employee');
  const next = page.locator('li[aria-current="time"]');
  await next.waitFor();
  const box = await next.boundingBox();
  expect((box?.y ?? 9999) + 100).toBeLessThan(PHONE.height / 2);
  await page.context().close();
});

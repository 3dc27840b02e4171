// Counts the clicks of planning, and prints a table.
import { DateTime } from 'luxon';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCall } from '../api/servedCalls.ts';
import { callAs, importUnassigned } from './demoCalls.ts';
import { beginJob, printCounted } from './effort.ts';
import { pageAs, startForFile } from './portalOfFile.ts';

const portal = startForFile();
let page: Page;
const VISITS = 64;
/** A day without other visits. */
const DAY = '2031-09-09';
const TODAY = DateTime.now().setZone('America/New_York');

const formatTime = (at: DateTime) => at.toFormat('yyyy-MM-dd HH:mm');

const proposed = async () =>
  (await callAs(portal, 'admin', getCall('proposePlan'), { day: DAY })) as {
    employees: { _id: string; fullName: string; visits: unknown[] }[];
    unassigned: unknown[];
    now: { unassigned: number };
  };

beforeAll(async () => {
  page = await pageAs(portal, 'admin');
  const start = DateTime.fromISO(`${DAY}T08:00`);
  const all = Array.from(
    { length: VISITS },
    (_, visit) => [`Patient ${visit + 1}`, formatTime(start.plus({ minutes: 10 * visit }))] as const,
  );
  await importUnassigned(portal, all);
});
afterAll(printCounted);

const button = (name: string | RegExp) => page.getByRole('button', { name });

test('groups the 64 unassigned visits of a day by zone and time', async () => {
  // Lower than all lanes together.
  await page.setViewportSize({ width: 1440, height: 640 });
  await page.goto(`/appointments?calendar=day&on=${DAY}`);
  const board = page.getByRole('group', { name: 'Appointments, calendar' });
  await page.getByText(`${VISITS} in total, ${VISITS} unassigned`).waitFor();
  const groups = board.getByRole('button', { name: /Unassigned$/ });
  const titles = await groups.evaluateAll((all) => all.map((one) => one.textContent ?? ''));
  const counts = titles.map((title) => Number(/· (\d+)/.exec(title)?.[1]));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(VISITS);
  expect(titles.length).toBeLessThan(VISITS / 2);
  // The last lane is reached while the unassigned ones stay on top of it.
  const main = board.locator('.ec-main');
  await main.evaluate((scrolled) => scrolled.scrollTo({ top: scrolled.scrollHeight }));
  await expect.poll(() => main.evaluate((scrolled) => scrolled.scrollTop)).toBeGreaterThan(50);
  const first = groups.first();
  await expect
    .poll(() =>
      first.evaluate((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(left + Math.min(40, width / 2), top + height / 2));
      }),
    )
    .toBe(true);
  // A group opens with its own visits.
  const own = Number(/· (\d+)/.exec((await first.textContent()) ?? '')?.[1]);
  // A click of the locator would first scroll the board back to its top.
  const { x = 0, y = 0, width = 0, height = 0 } = (await first.boundingBox()) ?? {};
  await page.mouse.click(x + width / 2, y + height / 2);
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`${own} of ${own} chosen`).waitFor();
  await expect.poll(() => page.locator('.ec-main').evaluate((scrolled) => scrolled.scrollTop)).toBeGreaterThan(50);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.goto(`/appointments?calendar=week&on=${DAY}`);
  await board.getByText(/Sep 9 · 64$/).waitFor();
});

test('opens a group that is redrawn between press and release', async () => {
  const day = '2031-09-10';
  const visitAt = (minute: number) =>
    [`Pressed ${minute}`, formatTime(DateTime.fromISO(`${day}T08:00`).plus({ minutes: minute }))] as const;
  await importUnassigned(
    portal,
    Array.from({ length: 20 }, (_, minute) => visitAt(minute)),
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/appointments?calendar=day&on=${day}`);
  const group = page.getByRole('button', { name: /· 20.*Unassigned$/ });
  const drawn = await group.elementHandle();
  await group.hover();
  await page.mouse.down();
  await importUnassigned(portal, [visitAt(20)]);
  await page.getByRole('button', { name: /· 21.*Unassigned$/ }).waitFor();
  expect(await drawn?.evaluate((one) => one.isConnected)).toBe(false);
  await page.mouse.up();
  await page.getByRole('dialog').getByText('21 of 21 chosen').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
});

test.each([1440, 390])('chooses all 64 at once at %i px', async (width) => {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(`/appointments?calendar=day&on=${DAY}`);
  await button(`Choose all ${VISITS}`).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`${VISITS} of ${VISITS} chosen`).waitFor();
  await dialog.getByRole('button', { name: 'Assign to' }).getByText('Assign to').waitFor();
  await dialog.getByRole('checkbox', { name: /Patient 1$/ }).click();
  await dialog.getByText(`${VISITS - 1} of ${VISITS} chosen`).waitFor();
  await dialog.getByRole('button', { name: `Plan ${VISITS - 1} visits` }).click();
  const plan = page.getByRole('dialog', { name: /^Plan for/ });
  await plan.getByRole('button', { name: /^Accept \d+ changes$/ }).waitFor();
  expect(await plan.getByText('Patient 1', { exact: true }).count()).toBe(0);
  await plan.getByRole('button', { name: 'Cancel' }).click();
});

test('distributes the 64 visits of a day in at most 5 clicks (spec 33.9)', async () => {
  expect((await proposed()).now.unassigned).toBe(VISITS);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`/appointments?calendar=day&on=${DAY}`);
  const job = await beginJob(page, `Distribute ${VISITS} visits`, '85 clicks');
  await job.click(button('Plan this day'));
  await job.click(button(/^Accept \d+ changes$/));
  await page.getByText(/^\d+ visits planned$/).waitFor();
  expect((await job.done()).clicks).toBeLessThanOrEqual(5);
  const { now, unassigned } = await proposed();
  expect(now.unassigned).toBe(unassigned.length);
  expect(now.unassigned).toBeLessThan(VISITS / 2);
});

test('covers a sick employee in 3 clicks (spec 33.9)', async () => {
  const { employees } = await proposed();
  const ill = employees.toSorted((a, b) => b.visits.length - a.visits.length)[0];
  expect(ill?.visits.length).toBeGreaterThan(0);
  await page.goto(`/appointments?calendar=day&on=${DAY}`);
  const job = await beginJob(page, 'Cover who is ill', 'not counted');
  await job.click(button('Plan this day'));
  await job.click(button(`${ill?.fullName}: absent on this day`));
  await page.getByText(`${ill?.fullName} is absent.`, { exact: false }).waitFor();
  await job.click(button(/^Accept( \d+ changes?)?$/));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await job.done()).clicks).toBeLessThanOrEqual(3);
  expect((await proposed()).employees.map(({ _id }) => _id)).not.toContain(ill?._id);
});

test('enters a vacation week in 4 clicks (spec 33.9)', async () => {
  await page.goto('/time-off');
  const job = await beginJob(page, 'Enter a vacation week', 'not counted');
  await job.click(page.getByRole('link', { name: 'Add Time Off' }).first());
  await job.click(page.getByRole('combobox', { name: /Employee/ }));
  await job.click(page.getByRole('option').nth(1));
  await job.press('Tab');
  const from = TODAY.plus({ weeks: 3 }).startOf('week');
  await job.type(from.toFormat('MMddyyyy'));
  // Past the button of the date picker.
  await job.press('Tab', 2);
  await job.type(from.plus({ days: 6 }).toFormat('MMddyyyy'));
  await job.click(button('Save'));
  await page.getByRole('status').first().waitFor();
  expect((await job.done()).clicks).toBeLessThanOrEqual(4);
  await page.goto('/time-off');
  await page.getByText('Approved').first().waitFor();
});

test('enters a closed day in 3 clicks (spec 33.9)', async () => {
  await page.goto('/closed-days');
  const job = await beginJob(page, 'Enter a closed day', 'not counted');
  await job.click(page.getByRole('link', { name: 'Add Closed Day' }).first());
  await job.click(page.getByRole('textbox', { name: /Name/ }));
  await job.type('Founders day');
  await job.press('Tab');
  await job.type(TODAY.plus({ weeks: 4 }).toFormat('MMddyyyy'));
  await job.click(button('Save'));
  await page.getByRole('status').first().waitFor();
  expect((await job.done()).clicks).toBeLessThanOrEqual(3);
  await page.goto('/closed-days');
  await page.getByText('Founders day').first().waitFor();
});

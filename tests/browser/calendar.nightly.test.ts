import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { EMPLOYEES } from '../../server/demo/demoStaff.ts';
import { ROLES, type Role } from '../roles.ts';
import { bookVisit } from './demoCalls.ts';
import { changed, dragBy, dragTo } from './dragging.ts';
import { allowLog, DESKTOP, PHONE } from './harness.ts';
import { pageAs, startForFile } from './portalOfFile.ts';
import { settle } from './screens.ts';

const portal = startForFile();

const DAY = '2027-01-20';
const MOVED = '2027-01-28';
const PATIENTS = ['Early Bird', 'Early Twin'];

test('assigns an entry by dragging, and asks before an overlap', async () => {
  // The server reports an overlap.
  allowLog(/status of 409/);
  for (const patient of PATIENTS) await bookVisit(portal, patient, `${DAY}T09:00`);
  const page = await pageAs(portal, 'admin');
  await page.goto(`/appointments?filter=${encodeURIComponent(JSON.stringify({ appointmentDate: DAY }))}`);
  await page.getByRole('button', { name: 'Calendar', exact: true }).click();
  await page.getByRole('button', { name: 'Early Bird' }).waitFor();
  await settle(page);
  const lane = portal.demo.employeeCode;
  const whose = (patient: string, who: string) =>
    page.getByRole('button', { name: new RegExp(`${patient}.*${who}`) }).waitFor();

  await dragBy(page, 'Early Bird', 0, lane);
  await page.getByText('Employee assigned successfully').waitFor();
  await whose('Early Bird', lane);

  await dragTo(page, 'Early Twin', 0, lane);
  const question = page.getByRole('dialog', { name: 'Please confirm' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await whose('Early Twin', 'Unassigned');

  await dragTo(page, 'Early Twin', 0, lane);
  await question.getByRole('button', { name: 'Do it anyway' }).click();
  // A confirmed overlap is no conflict of this visit any more.
  await whose('Early Twin', lane);
  await whose('Early Bird', `${lane}.*another appointment at that time`);
});

test('moves a visit by drag and by keys: lane, time, both, unassigned, other day', async () => {
  await bookVisit(portal, 'Solo Mover', `${MOVED}T09:00`);
  const page = await pageAs(portal, 'admin');
  await page.goto(`/appointments?calendar=day&on=${MOVED}`);
  const when = (time: string, who: string) =>
    page.getByRole('button', { name: new RegExp(`${time}, Solo Mover.*${who}`) }).waitFor();
  const undo = async (text: string) => {
    await page.getByText(text).first().waitFor();
    await changed(page, () => page.getByRole('button', { name: /^Undo/ }).last().click());
  };
  const [own = '', other = ''] = EMPLOYEES.map(({ code }) => code);
  await when('9:00 AM', 'Unassigned');
  await settle(page);

  await dragBy(page, 'Solo Mover', 0, own);
  await when('9:00 AM', own);
  // An hour is 148 px wide.
  await dragBy(page, 'Solo Mover', 296);
  await when('11:00 AM', own);
  await undo('Appointment moved');
  await when('9:00 AM', own);
  await dragBy(page, 'Solo Mover', 222, other);
  await when('10:30 AM', other);
  await undo('Appointment moved');
  await when('9:00 AM', own);
  await dragBy(page, 'Solo Mover', 0, other);
  await when('9:00 AM', other);
  await dragBy(page, 'Solo Mover', 0, 'Unassigned');
  await when('9:00 AM', 'Unassigned');

  await page.goto(`/appointments?calendar=week&on=${MOVED}`);
  await when('Jan 28, 2027, 9:00 AM', 'Unassigned');
  await settle(page);
  const column = await page.locator('.ec-header .ec-col-head').first().boundingBox();
  await dragBy(page, 'Solo Mover', column?.width ?? 0);
  await when('Jan 29, 2027, 9:00 AM', 'Unassigned');
  const dialog = page.getByRole('dialog', { name: /Solo Mover/ });
  // A key is lost while the entry is drawn anew, after the list is read again.
  const press = () => page.getByRole('button', { name: /Solo Mover/ }).press('m', { timeout: 2000 });
  await vi.waitFor(
    async () => {
      if (!(await dialog.isVisible())) await press();
      await dialog.waitFor({ timeout: 2000 });
    },
    { timeout: 60_000 },
  );
  await dialog.getByLabel(/Date & Time/).fill(`${MOVED}T10:00`);
  await changed(page, () => dialog.getByRole('button', { name: 'Move' }).click());
  await when('Jan 28, 2027, 10:00 AM', 'Unassigned');
});

/**
 * Names the entries without an icon of status or priority. "+3 more" has none, and a narrow entry, beside another one,
 * shows its status by the colour of its edge only.
 */
const unmarked = (page: Page) =>
  page.locator('[data-entry]:not([data-entry^="more "])').evaluateAll((entries) =>
    entries.flatMap((entry) => {
      const isNarrow = entry.getBoundingClientRect().width < (entry.querySelector('.calendar-warn') ? 120 : 105);
      const expected = isNarrow ? ['calendar-mark'] : ['calendar-status', 'calendar-mark'];
      const seen = expected.filter((name) => {
        const icon = entry.querySelector(`svg.${name}`);
        return icon && icon.getBoundingClientRect().width >= 12;
      });
      return seen.length === expected.length ? [] : [entry.textContent];
    }),
  );
const show = async (page: Page, path: string) => {
  await page.goto(path);
  await page.locator('[data-entry]').first().waitFor();
  await settle(page);
};

test('shows status and priority of each entry as icons, for each role and layout', async () => {
  const look = async (role: Role) => {
    const page = await pageAs(portal, role);
    await show(page, `/${role === 'admin' ? '' : `${role}-`}appointments?calendar=week`);
    expect([role, 'week', await unmarked(page)]).toEqual([role, 'week', []]);
    await page.setViewportSize(PHONE);
    await page.locator('.ec-list [data-entry]').first().waitFor();
    expect([role, 'agenda', await unmarked(page)]).toEqual([role, 'agenda', []]);
    await page.setViewportSize(DESKTOP);
    await page.getByRole('button', { name: 'Day', exact: true }).click();
    await page.locator('.ec-day-view [data-entry]').first().waitFor();
    expect([role, 'day', await unmarked(page)]).toEqual([role, 'day', []]);
    await page.context().close();
  };
  await Promise.all(ROLES.map(look));
});

test('fits a week at 1440 px, and otherwise starts it on Monday', async () => {
  const page = await pageAs(portal, 'admin');
  const inSight = () =>
    page.locator('.ec-main').evaluate((main) => {
      const { right } = main.getBoundingClientRect();
      const left = main.querySelector('.ec-sidebar')?.getBoundingClientRect().right ?? 0;
      return [...main.querySelectorAll('.ec-header .ec-col-head')].flatMap((head, index) => {
        const at = head.getBoundingClientRect();
        return at.left >= left - 1 && at.right <= right + 1 ? [index] : [];
      });
    });
  await show(page, '/appointments?calendar=week');
  await expect.poll(inSight).toEqual([0, 1, 2, 3, 4, 5, 6]);
  // The lane of unassigned visits stays in place, and a focused entry is not covered.
  const head = page.locator('.ec-row-head').first();
  const before = await head.boundingBox();
  const now = await page.locator('.ec-main').evaluate((main) => {
    main.scrollTo(0, 9999);
    // The scroll event fires before the paint, so the lane is checked in that frame.
    main.dispatchEvent(new Event('scroll'));
    return [main.scrollTop > 0, main.querySelector('.ec-row-head')?.getBoundingClientRect().y];
  });
  expect(now).toEqual([true, before?.y]);
  const above = await page.locator('.ec-events').evaluate((layer) => {
    const edge = layer.parentElement?.querySelector('.ec-row-head')?.getBoundingClientRect().bottom ?? 0;
    const entries = [...layer.querySelectorAll<HTMLElement>('.ec-event:not(.calendar-free) [data-entry]')];
    const hidden = entries.filter((one) => one.getBoundingClientRect().top < edge).at(-1);
    hidden?.focus();
    return hidden ? hidden.getBoundingClientRect().top - edge : 0;
  });
  expect(above).toBeGreaterThanOrEqual(0);
  const next = async () => {
    const title = await page.getByRole('heading', { level: 2 }).textContent();
    await page.getByRole('button', { name: 'Next week' }).click();
    await page.waitForFunction((old) => document.querySelector('h2')?.textContent !== old, title);
    await settle(page);
  };
  await next();
  await expect.poll(inSight).toEqual([0, 1, 2, 3, 4, 5, 6]);
  await page.setViewportSize({ width: 820, height: 1180 });
  await show(page, '/appointments?calendar=week');
  await page.locator('.ec-main').evaluate((main) => main.scrollTo(9999, 0));
  await next();
  expect((await inSight())[0]).toBe(0);
});

test('labels the first hour of an employee’s day', async () => {
  const page = await pageAs(portal, 'employee');
  await show(page, `/employee-appointments?calendar=day&on=${DAY}`);
  const first = page.locator('.ec-slot time').first();
  await first.waitFor();
  const top = await page.locator('.ec-time-grid .ec-body').evaluate((body) => body.getBoundingClientRect().top);
  expect((await first.boundingBox())?.y).toBeGreaterThanOrEqual(top - 1);
});

test('aligns hour labels and does not cut names while lines are free', async () => {
  const page = await pageAs(portal, 'admin');
  await show(page, `/appointments?calendar=day&on=${DAY}`);
  const edges = await page.evaluate(() => {
    const left = (element: Element | null | undefined) => element?.getBoundingClientRect().left ?? Number.NaN;
    const hour = [...document.querySelectorAll('.ec-slot time')].find(({ textContent }) => textContent === '9 AM');
    const text = document.createRange();
    if (hour) text.selectNodeContents(hour);
    const entry = [...document.querySelectorAll('[data-entry]')].find((one) => /9:00 AM/.test(one.textContent ?? ''));
    const name = entry?.querySelector('.calendar-name');
    return {
      apart: text.getBoundingClientRect().left - left(entry),
      cut: (name?.scrollHeight ?? 0) - (name?.clientHeight ?? 0),
    };
  });
  expect(edges.apart).toBeGreaterThanOrEqual(0);
  expect(edges.apart).toBeLessThan(12);
  expect(edges.cut).toBeLessThanOrEqual(1);
  const heads = await page.locator('.calendar-head').allInnerTexts();
  expect(heads.find((text) => text.includes(portal.demo.employeeCode))).toMatch(/^\D+\n/);
});

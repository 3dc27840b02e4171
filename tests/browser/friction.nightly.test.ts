// Counts what a dispatcher's jobs cost without shortcuts, and prints a table.
import type { Page } from 'playwright-core';
import { getCallPath } from 'portal-frame/internal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EMPLOYEES } from '../../server/demo/demoStaff.ts';
import { calls } from '../../src/wire/index.ts';
import { getCall } from '../api/servedCalls.ts';
import { askAs, bookVisit, callAs } from './demoCalls.ts';
import { dragBy } from './dragging.ts';
import { beginJob, printCounted } from './effort.ts';
import { pageAs, startForFile } from './portalOfFile.ts';

const portal = startForFile();
let page: Page;

const DAYS = 14;
const VISITS = 40;
/** A working day without other visits. */
const dayOf = (index: number) => `2031-05-${String(5 + index + 2 * Math.floor(index / 5)).padStart(2, '0')}`;

async function prepare(): Promise<void> {
  const [employee] = await callAs(portal, 'admin', calls.activeEmployees);
  for (;;) {
    const { data } = await askAs(portal, 'admin', `${getCallPath(calls.adminAppointments)}?tab=unassigned&perPage=100`);
    const { appointments } = data as { appointments: { _id: string }[] };
    if (appointments.length === 0) break;
    const assigned = appointments.map(({ _id }) => ({ _id, employeeId: employee._id }));
    await callAs(portal, 'admin', getCall('assignMany'), { appointments: assigned, confirmed: true });
  }
  for (let visit = 0; visit < VISITS; visit++) {
    const hour = 8 + 2 * Math.floor(visit / DAYS);
    await book(`Patient ${visit + 1}`, dayOf(visit % DAYS), hour);
  }
}

const book = (patient: string, day: string, hour: number) =>
  bookVisit(portal, patient, `${day}T${String(hour).padStart(2, '0')}:00`);

beforeAll(async () => {
  page = await pageAs(portal, 'admin');
  await prepare();
});
afterAll(printCounted);

const tab = (name: string) => page.getByRole('navigation', { name: 'Appointments' }).getByRole('button', { name });
const picker = () => page.getByRole('dialog').getByRole('option');

test('counts the effort of a dispatcher’s morning (spec 14.5)', async () => {
  await page.goto('/appointments');
  const seeing = await beginJob(page, 'See the unassigned', '4 clicks');
  await seeing.click(tab('Unassigned'));
  await page.getByText('Patient 1', { exact: true }).first().waitFor();
  expect(await seeing.done()).toMatchObject({ clicks: 1, popups: 0 });

  const one = await beginJob(page, 'Assign one, in the list', '5 clicks, a popup');
  await one.click(page.getByRole('button', { name: /^Assign to: / }).first());
  await picker().filter({ hasText: 'Free' }).first().waitFor();
  await one.click(picker().first());
  await page.getByText('Employee assigned successfully').waitFor();
  expect((await one.done()).clicks).toBeLessThanOrEqual(2);

  const wrong = await beginJob(page, 'Put a wrong assignment right', 'impossible');
  await wrong.click(page.getByRole('button', { name: 'Undo' }));
  await page.getByText('Undone').waitFor();
  expect(await wrong.done()).toMatchObject({ clicks: 1, popups: 0 });
  await expect.poll(() => tab('Unassigned').textContent()).toBe(`Unassigned${VISITS}`);

  await page.goto('/appointments');
  const all = await beginJob(page, `Assign ${VISITS} over ${DAYS} days, load visible`, '204 clicks, 40 popups');
  await all.click(tab('Unassigned'));
  const heads = page.getByRole('checkbox', { name: /^Choose all of/ });
  let left = DAYS;
  await expect.poll(() => heads.count()).toBe(left);
  for (const days of [3, 3, 3, 3, 2]) {
    left -= days;
    for (let index = 0; index < days; index++) await all.click(heads.nth(index));
    await all.click(page.getByRole('button', { name: 'Assign to', exact: true }));
    await picker()
      .filter({ hasText: /Free · \d+ visit/ })
      .first()
      .waitFor();
    await all.click(picker().first());
    await expect.poll(() => heads.count()).toBe(left);
  }
  await expect.poll(() => tab('Unassigned').textContent()).toBe('Unassigned0');
  const { clicks, popups } = await all.done();
  expect(clicks).toBeLessThanOrEqual(30);
  expect(popups).toBeLessThanOrEqual(5);

  await page.goto('/appointments');
  const columns = () => page.locator('th').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  await page.getByText('Page 1 of').first().waitFor();
  const before = await columns();
  const far = await beginJob(page, 'Get to the last page', '61 clicks');
  await far.click(page.getByRole('button', { name: 'Last page' }));
  await page
    .getByText(/^Page (\d+) of \1$/)
    .first()
    .waitFor();
  expect((await far.done()).clicks).toBe(1);
  expect(await columns()).toEqual(before);

  await page.goto('/appointments');
  const size = page.getByLabel('Rows per page');
  const thirty = await beginJob(page, 'Get to row 291, page 30 of ten', '29 clicks');
  await thirty.click(size);
  await thirty.press('End');
  await thirty.press('Enter');
  await expect.poll(() => size.inputValue()).toBe('100');
  for (const first of [101, 201]) {
    await thirty.click(page.getByRole('button', { name: 'Next page' }));
    await page.getByText(new RegExp(`^${first}–`)).waitFor();
  }
  const paged = await thirty.done();
  expect(paged.clicks + paged.keys).toBeLessThanOrEqual(5);
});

test('assigns a day’s visits with one drag each, and moves one to Thursday (spec 14.9)', async () => {
  const lane = EMPLOYEES[0]?.code ?? '';
  const patients = ['Uma One', 'Uma Two', 'Uma Three'];
  for (const [index, patient] of patients.entries()) await book(patient, '2031-06-03', 8 + 2 * index);
  await page.goto('/appointments?calendar=week&on=2031-06-03');
  const shown = (patient: string, who: string) =>
    page.getByRole('button', { name: new RegExp(`${patient}.*${who}`) }).waitFor();
  for (const patient of patients) await shown(patient, 'Unassigned');

  const all = await beginJob(page, 'Assign 3 in the week’s calendar', '3 drags, a click per day, scrolling');
  for (const patient of patients) {
    await all.drag(() => dragBy(page, patient, 0, lane));
    await shown(patient, lane);
  }
  expect(await all.done()).toMatchObject({ drags: 3, clicks: 0, keys: 0, popups: 0 });

  const column = await page.locator('.ec-header .ec-col-head').first().boundingBox();
  const moved = await beginJob(page, 'Move a visit from Tuesday to Thursday', 'impossible');
  await moved.drag(() => dragBy(page, 'Uma Two', 2 * (column?.width ?? 0)));
  await page.getByRole('button', { name: /Jun 5, 2031, 10:00 AM, Uma Two/ }).waitFor();
  expect(await moved.done()).toMatchObject({ drags: 1, clicks: 0, keys: 0, popups: 0 });
});

test('finds a caller by phone number and by name, and loses no key (spec 14.10)', async () => {
  await bookVisit(portal, 'Mei Caller', '2031-07-01T09:00', { contactNumber: '+12125550199' });
  const field = page.getByRole('combobox', { name: 'Search and actions' });
  const line = (name: RegExp) => page.getByRole('option', { name }).first();
  /** Types into the palette before and after its code has loaded. */
  const find = async (what: string, before: string, text: string, after = '') => {
    await page.goto('/appointments');
    await page.getByRole('button', { name: 'Search...' }).waitFor();
    const finding = await beginJob(page, what, before);
    await finding.press('Control+k');
    await finding.type(text, 40);
    if (after) await finding.press(after);
    return finding;
  };
  const number = await find('Who calls, by telephone number', 'impossible', '212 555 0199');
  await line(/Mei Caller.*\(212\) 555-0199/).waitFor();
  await expect.poll(() => field.inputValue()).toBe('212 555 0199');
  // The palette is the only dialog.
  expect(await number.done()).toMatchObject({ keys: 13, clicks: 0, popups: 1 });

  const birth = await find('“Mrs Castañeda calls”, her date of birth', '10 keys, a popup each', 'castaneda');
  await line(/Castañeda.*[A-Z][a-z]{2} \d{1,2}, 19\d\d/).waitFor();
  await expect.poll(() => field.inputValue()).toBe('castaneda');
  expect(await birth.done()).toMatchObject({ keys: 10, clicks: 0, popups: 1 });

  const opened = await find('Open who calls, by telephone number', 'impossible', '212 555 0199', 'Enter');
  await page.getByRole('dialog', { name: 'Mei Caller' }).waitFor();
  expect(await opened.done()).toMatchObject({ keys: 14, clicks: 0 });
});

test('sets a laboratory’s week with one click if its hours are equal (spec 14.12)', async () => {
  await page.goto('/add-laboratory');
  const add = page.getByRole('button', { name: 'Add every day' });
  await add.waitFor();
  const week = await beginJob(page, 'A laboratory’s week', '7 clicks');
  await week.click(add);
  await page.getByLabel('Sunday Start').waitFor();
  await expect.poll(() => page.getByLabel(/day Start$/).count()).toBe(7);
  expect(await week.done()).toMatchObject({ clicks: 1, keys: 0, popups: 0 });
});

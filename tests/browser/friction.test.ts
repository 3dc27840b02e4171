// What a job costs: the clicks that somebody needs who knows no shortcut, counted on the running portal. Printed as a
// table beside what they were before (commit c10757c, counted by hand and by script).
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathOf } from '../../src/wire/call.ts';
import { calls } from '../../src/wire/index.ts';
import { type Portal, signInAs, startPortal } from './harness.ts';

let portal: Portal;
let page: Page;
let token: string;
const counted: { job: string; before: string; now: number }[] = [];

/** Counts what the hand does in a job. */
function hand(job: string, before: string) {
  let clicks = 0;
  return {
    click: async (what: Locator) => {
      clicks += 1;
      await what.click();
    },
    done: () => {
      counted.push({ job, before, now: clicks });
      return clicks;
    },
  };
}

const send = async (path: string, body: unknown) => {
  const form = body instanceof FormData;
  const reply = await fetch(portal.url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, ...(!form && { 'Content-Type': 'application/json' }) },
    body: form ? body : JSON.stringify(body),
  });
  expect(await reply.clone().text()).not.toBe('');
  expect(reply.status).toBe(200);
  return reply.json();
};
const tokenOf = (on: Page) => on.evaluate(() => localStorage.getItem('userAuthToken') ?? '');
const read = async (path: string) =>
  (await fetch(portal.url + path, { headers: { Authorization: `Bearer ${token}` } })).json();

const PATIENCE = { timeout: 15_000 };
const DAYS = 14;
const VISITS = 40;
/** Nobody else's visit lies there. */
const dayOf = (index: number) => `2031-05-${String(5 + index).padStart(2, '0')}`;

/** Leaves 40 unassigned visits over 14 days, and no other. */
async function prepare(): Promise<void> {
  const list = pathOf(calls.adminAppointments);
  const many = pathOf(calls.assignMany);
  const { data: employees } = await read(pathOf(calls.activeEmployees));
  for (;;) {
    const { data } = await read(`${list}?tab=unassigned&perPage=100`);
    if (data.appointments.length === 0) break;
    const appointments = data.appointments.map(({ _id }: { _id: string }) => ({ _id, employeeId: employees[0]._id }));
    await send(many, { appointments, confirmed: true });
  }
  const laboratory = await portal.newPage();
  await signInAs(laboratory, 'laboratory');
  const admin = token;
  token = await tokenOf(laboratory);
  await laboratory.context().close();
  for (let visit = 0; visit < VISITS; visit++) {
    const form = new FormData();
    const hour = 8 + 2 * Math.floor(visit / DAYS);
    const values = {
      patientName: `Patient ${visit + 1}`,
      gender: 'Female',
      priorityLevel: 'Medium',
      status: 'Pending',
      appointmentDateTime: `${dayOf(visit % DAYS)}T${String(hour).padStart(2, '0')}:00`,
    };
    for (const [name, value] of Object.entries(values)) form.append(name, value);
    await send(pathOf(calls.laboratoryCreateAppointment), form);
  }
  token = admin;
}

beforeAll(async () => {
  portal = await startPortal();
  page = await portal.newPage();
  await signInAs(page, 'admin');
  token = await tokenOf(page);
  await prepare();
});
afterAll(async () => {
  console.table(counted);
  await portal?.stop();
});

const tab = (name: string) => page.getByRole('navigation', { name: 'Appointments' }).getByRole('button', { name });
const picker = () => page.getByRole('dialog').getByRole('option');

test('a dispatcher’s morning', async () => {
  await page.goto('/appointments');
  const seeing = hand('See the unassigned', '4 clicks');
  await seeing.click(tab('Unassigned'));
  await page.getByText('Patient 1', { exact: true }).first().waitFor();
  expect(seeing.done()).toBe(1);

  const one = hand('Assign one from its row', '5 clicks, a popup');
  await one.click(page.getByRole('button', { name: /^Assign to: / }).first());
  await picker().filter({ hasText: 'Free' }).first().waitFor();
  await one.click(picker().first());
  await page.getByText('Employee assigned successfully').waitFor();
  expect(one.done()).toBeLessThanOrEqual(2);

  const wrong = hand('Put a wrong assignment right', 'impossible');
  await wrong.click(page.getByRole('button', { name: 'Undo' }));
  await page.getByText('Undone').waitFor();
  expect(wrong.done()).toBe(1);
  await expect.poll(() => tab('Unassigned').textContent(), PATIENCE).toBe(`Unassigned${VISITS}`);

  const all = hand(`Assign ${VISITS} over ${DAYS} days, load visible at each`, '204 clicks, 40 popups');
  await page.goto('/appointments');
  await all.click(tab('Unassigned'));
  const heads = page.getByRole('checkbox', { name: /^Choose all of/ });
  let left = DAYS;
  await expect.poll(() => heads.count(), PATIENCE).toBe(left);
  for (const days of [3, 3, 3, 3, 2]) {
    left -= days;
    for (let index = 0; index < days; index++) await all.click(heads.nth(index));
    await all.click(page.getByRole('button', { name: 'Assign to', exact: true }));
    // Whom one chooses tells how much they have to do on those days.
    await picker()
      .filter({ hasText: /Free · \d+ visit/ })
      .first()
      .waitFor();
    await all.click(picker().first());
    await expect.poll(() => heads.count(), PATIENCE).toBe(left);
  }
  await expect.poll(() => tab('Unassigned').textContent(), PATIENCE).toBe('Unassigned0');
  expect(all.done()).toBeLessThanOrEqual(30);

  const far = hand('Get to the last page', '61 clicks');
  await page.goto('/appointments');
  await far.click(page.getByRole('button', { name: 'Last page' }));
  await page
    .getByText(/^Page (\d+) of \1$/)
    .first()
    .waitFor();
  expect(far.done()).toBe(1);
  expect(portal.errors).toEqual([]);
});

import { join } from 'node:path';
import { DateTime } from 'luxon';
import type { Page } from 'playwright-core';
import type { Role } from 'portal-frame';
import { API_ROOT } from 'portal-frame/wire';
import { expect, test } from 'vitest';
import { EXTRA_LABORATORIES, PRIORITIES } from '../../src/wire/choices.ts';
import { calls } from '../../src/wire/index.ts';
import { hasPlugin } from '../api/hasPlugin.ts';
import { getCall } from '../api/servedCalls.ts';
import { callAs, tokenOf } from './demoCalls.ts';
import { computeByHand } from './monthByHand.ts';
import { pageAs, startForFile } from './portalOfFile.ts';

const VISITS = 608;
const MAX_CLICKS = 12;
const FAILED = 6;
/** The business time zone of the tests' servers. */
const ZONE = 'America/New_York';
/** A month before all visits of the demo, in which its prices hold. */
const MONTH = DateTime.now().setZone(ZONE).startOf('month').minus({ months: 4 });
const LABORATORIES = ['Liberty Diagnostics Laboratory', 'Keystone Genomics', ...EXTRA_LABORATORIES.slice(0, 2)];
const TESTS = ['', 'CBC with differential', 'Lipid panel; PT / INR'];

const portal = startForFile();

/** Imports visits of all laboratories and employees; one in twenty is rejected. */
async function importVisits(count: number): Promise<void> {
  const minutes = (MONTH.daysInMonth ?? 0) * 24 * 60;
  const rows = Array.from({ length: count }, (_, at) => {
    const time = MONTH.plus({ minutes: Math.floor((at * minutes) / count) }).toFormat('yyyy-MM-dd HH:mm');
    const [employee, laboratory] = [
      `EMP-10${String(1 + (at % 6)).padStart(2, '0')}`,
      LABORATORIES[at % LABORATORIES.length],
    ];
    const status = at % 20 === 7 ? 'Rejected' : 'Completed';
    return [
      `Patient ${at}`,
      `AC-${10_000 + at}`,
      'Female',
      PRIORITIES[at % 4],
      status,
      time,
      employee,
      laboratory,
      TESTS[at % 3],
    ];
  });
  const head = 'Patient,Account Number,Gender,Priority,Status,Date & Time,Employee,Laboratory,Tests';
  const file = new File([[head, ...rows.map((row) => row.join(','))].join('\n')], 'month.csv', { type: 'text/csv' });
  const done = await callAs(portal, 'admin', getCall('adminImportAppointments'), { confirmed: true, file });
  expect(done.written).toBe(count);
}

/** Books visits at which nobody is home, and rejects them. */
async function addFailedVisits(count: number): Promise<void> {
  const employeeId = portal.demo.employeeCode;
  for (let at = 0; at < count; at++) {
    const time = MONTH.plus({ days: 2 + at, hours: 23, minutes: 59 }).toFormat("yyyy-MM-dd'T'HH:mm");
    const values = {
      gender: 'Female',
      priorityLevel: 'Low',
      status: 'Pending',
      appointmentDateTime: time,
      confirmed: true,
    };
    const body = { patientName: `Absent ${at}`, ...values };
    const id = (await callAs(portal, 'laboratory', calls.laboratoryCreateAppointment, body))._id;
    await callAs(portal, 'admin', calls.assignAppointment, { employeeId, confirmed: true }, { id });
    const report = { key: crypto.randomUUID(), kind: 'couldNotDraw', reason: at % 2 ? 'notHome' : 'noVein' };
    await callAs(portal, 'employee', getCall('reportVisit'), report, { id });
    await callAs(portal, 'admin', calls.updateAppointment, { status: 'Rejected' }, { id });
  }
}

/** Requests a collection as a demo account: a list, or with a body a new record. */
async function request<T>(path: string, role: Role = 'admin', body?: object): Promise<T> {
  const reply = await fetch(`${portal.url}${API_ROOT}/collections/${path}`, {
    headers: { authorization: `Bearer ${await tokenOf(portal, role)}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  expect(reply.ok).toBe(true);
  return (await reply.json()) as T;
}
/** Enters the seller on invoices. */
const addSeller = () => request('businessProfile', 'admin', { name: 'Cooper Draws', address: '12 Elm Street' });
const inMonth = (name: string, where: object = {}) =>
  `${name}?range=[0,999]&filter=${encodeURIComponent(JSON.stringify({ month: MONTH.toISODate(), ...where }))}`;

/** Enters a trip of the employee to one visit of a day, and one that two other visits of it share. */
async function addTrips(): Promise<void> {
  type Entry = { visit: string; employee: string; visitAt: string };
  const dayOf = ({ visitAt }: Entry) => DateTime.fromISO(visitAt, { zone: ZONE }).toISODate() ?? '';
  const all = await request<Entry[]>(inMonth('ledgerEntries', { kind: 'visit' }), 'employee');
  const [entries = []] = Object.values(Object.groupBy(all, dayOf)).filter((own) => (own?.length ?? 0) >= 3);
  for (const [miles, from, to] of [
    [60, 0, 1],
    [80, 1, 3],
  ]) {
    const visits = entries.slice(from, to).map(({ visit }) => visit);
    const [{ employee, ...entry }] = entries as [Entry];
    await request('trips', 'employee', { employee, day: dayOf({ employee, ...entry }), miles, visits });
  }
}

/** Counts the clicks of the person. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('noteClick', () => void clicks++);
  await page.addInitScript(() => {
    const { noteClick } = window as unknown as { noteClick(): void };
    addEventListener('click', ({ isTrusted }) => isTrusted && noteClick(), true);
  });
  return () => clicks;
}

/** Closes the month, and marks the payouts paid, from the dashboard. */
async function finishMonth(admin: Page): Promise<void> {
  const payments = admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Payment', exact: true });
  const main = admin.getByRole('main');
  const lists = main.getByRole('navigation', { name: 'Money' });
  await admin.goto('/dashboard');
  await payments.click();
  await lists.getByRole('link', { name: 'Months' }).click();
  await main.getByRole('link', { name: `View: ${MONTH.toFormat('LLLL yyyy')}` }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Close month' }).click();
  await admin.getByRole('dialog', { name: 'Close month' }).getByRole('button', { name: 'Close month' }).click();
  await admin.getByText('Month closed').waitFor();
  await admin.keyboard.press('Escape');
  await payments.click();
  await lists.getByRole('link', { name: 'Payouts', exact: true }).click();
  await main.getByRole('checkbox', { name: 'Select all' }).click();
  await main.getByRole('button', { name: 'Record full payment' }).click();
  const paid = admin.getByRole('dialog', { name: 'Record full payment' });
  // Paid today, unless the person says otherwise.
  await paid.getByRole('textbox', { name: 'Payment reference' }).click();
  await admin.keyboard.type('ACH 4711');
  await paid.getByRole('button', { name: 'Record full payment' }).click();
  await paid.waitFor({ state: 'detached' });
}

/** Sums amounts by name. */
const sumBy = <T extends { total: number }>(all: readonly T[], nameOf: (one: T) => string) =>
  new Map(all.map((one) => [nameOf(one), Math.round(one.total * 100)]));

const title = `closes, pays and invoices ${VISITS} visits in ${MAX_CLICKS} clicks, with the figures computed by hand`;

test.runIf(hasPlugin('money'))(title, async () => {
  await addSeller();
  await importVisits(VISITS - FAILED);
  await addFailedVisits(FAILED);
  await addTrips();
  const admin = await pageAs(portal, 'admin');
  const clicks = await countClicks(admin);
  await finishMonth(admin);
  expect(clicks()).toBeLessThanOrEqual(MAX_CLICKS);
  console.info(`${clicks()} clicks`);
  const byHand = computeByHand(join(portal.dataDir, 'portal.sqlite'), MONTH.toFormat('yyyy-MM'), ZONE);
  expect(byHand.visits).toBe(VISITS);
  const invoices = await request<{ payer: string; total: number; number: number }[]>(inMonth('invoices'));
  expect(sumBy(invoices, ({ payer }) => payer)).toEqual(byHand.charges);
  expect(invoices.map(({ number }) => number).toSorted()).toEqual(invoices.map((_, at) => at + 1));
  const payouts = await request<{ employee: string; total: number; state: string }[]>(inMonth('payouts'));
  expect(sumBy(payouts, ({ employee }) => employee)).toEqual(byHand.earnings);
  expect(new Set(payouts.map(({ state }) => state))).toEqual(new Set(['paid']));
});

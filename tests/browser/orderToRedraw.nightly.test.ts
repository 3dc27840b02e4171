// Issue 17: from the laboratory's order to the redraw of a rejected tube, with a real mail and an offline visit.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DateTime } from 'luxon';
import type { Page } from 'playwright-core';
import { getCallPath } from 'portal-frame/internal';
import { BROWSER_TIMEOUT_MS } from 'portal-frame/testing';
import { startSmtp } from 'portal-frame/testing/helpers';
import { expect, onTestFinished, test } from 'vitest';
import { calls } from '../../src/wire/index.ts';
import { hasPlugin } from '../api/hasPlugin.ts';
import { allowLog, holdSession, PHONE, type Portal, startPortal } from './harness.ts';
import { pageAs } from './portalOfFile.ts';
import { choose, file } from './steps.ts';
import { askAs, handOver, labelPicture, openArrival, portalKept, scanArrived, visitOf } from './tubes.ts';

const PATIENT = 'Ines Färber';
const EMAIL = 'ines@example.test';
const LABORATORY = 'Liberty Diagnostics Laboratory';
/** The origin in the mail. The real port is known too late. */
const ORIGIN = 'http://127.0.0.1:9';
/** By tube, in the order of draw. */
const LABELS = { 'Citrate 2.7 mL': 'OR-5001', 'Serum gel 5 mL': 'OR-5002', 'EDTA 4 mL': 'OR-5003' };
const TESTS = ['Lipid panel', 'PT / INR', 'Hemoglobin A1c'];

/**
 * Returns two time zones: in the first it is between 22 and 23 o'clock, in the second two hours later, the next day.
 * Restarting the business in the second one skips to its morning.
 */
function eveningAndMorning() {
  const east = ((22 - new Date().getUTCHours() + 11) % 24) - 11;
  const zone = (hours: number) => `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
  return { evening: zone(east), morning: zone(east + 2) };
}

/** As after a downtime: the server makes up for the last run at its start. */
function makeJobDue({ dataDir }: Portal, name: string) {
  const file = new DatabaseSync(join(dataDir, 'portal.sqlite'));
  file.prepare('delete from job_runs where name = ?').run(name);
  file.prepare('update jobs set since = 0, locked_until = 0 where name = ?').run(name);
  file.close();
}

/** Without a week, tubes count as accepted at any time: the next day may be a Sunday. */
function forgetWeeks({ dataDir }: Portal) {
  const file = new DatabaseSync(join(dataDir, 'portal.sqlite'));
  file.exec('update accounts set timings = null');
  file.close();
}

/** Orders a visit more than twelve hours ahead: a later order asks, as the fasting has begun. */
async function order(laboratory: Page, day: string) {
  await laboratory.goto('/laboratory-add-appointment');
  await laboratory.getByLabel('Full Name').fill(PATIENT);
  await laboratory.getByLabel('Email').fill(EMAIL);
  await laboratory.getByRole('textbox', { name: 'Date & Time' }).fill(`${day}T13:30`);
  await choose(laboratory, 'Gender', 'Female');
  await choose(laboratory, 'Priority', 'High');
  const tests = laboratory.getByRole('region', { name: 'Tests' });
  for (const name of TESTS) {
    await tests.getByRole('combobox', { name: 'Tests' }).fill(name);
    await laboratory.getByRole('option', { name }).click();
  }
  await tests.getByLabel('Ordered By').fill('Dr. Osei');
  await laboratory.getByRole('button', { name: 'Save', exact: true }).click();
  await laboratory.getByText('Appointment created successfully!').waitFor();
}

async function assign(admin: Page, portal: Portal) {
  await admin.goto('/appointments');
  await admin.getByText(PATIENT).first().click();
  const popup = admin.getByRole('dialog', { name: PATIENT });
  await popup.getByText('Fasting not confirmed').first().waitFor();
  await popup.getByRole('combobox', { name: 'Employee' }).click();
  await admin.getByRole('option').filter({ hasText: portal.demo.employeeCode }).click();
  await popup.getByRole('button', { name: 'Assign Employee' }).click();
  const done = admin.getByText('Employee assigned successfully');
  // At some hours it overlaps another demo visit.
  const anyway = admin.getByRole('button', { name: 'Do it anyway' });
  await done.or(anyway).first().waitFor();
  if (await anyway.isVisible()) await anyway.click();
  await done.waitFor();
}

async function confirm(page: Page, text: string) {
  const [, path = ''] = new RegExp(`${ORIGIN}(/visit-confirmation/\\S+)`).exec(text) ?? [];
  await page.goto(path);
  expect(await page.locator('body').evaluate((body) => getComputedStyle(body).margin)).toBe('0px');
  await page.getByRole('checkbox', { name: 'I am following the preparation I was given.' }).check();
  await page.getByRole('button', { name: 'Yes, I will be there' }).click();
  await page.getByText('The time is confirmed.').waitFor();
}

async function draw(phone: Page) {
  const visit = visitOf(phone, PATIENT);
  await phone.goto('/employee-run-sheet');
  await visit.waitFor();
  await portalKept(phone);
  await phone.context().setOffline(true);
  // Without gaps no reason is asked.
  await visit.getByRole('button', { name: `Start: ${PATIENT}`, exact: true }).click();
  for (const [kind, label] of Object.entries(LABELS)) {
    await visit.getByRole('button', { name: `Scan the label: ${kind}, ${PATIENT}`, exact: true }).click();
    const picture = file('label.jpg', 'image/jpeg', await labelPicture(label));
    await phone.getByRole('dialog').getByLabel('Take a picture of the label').setInputFiles(picture);
    await visit.getByText(`Label ${label}`).waitFor();
  }
  await handOver(phone, Object.values(LABELS));
  const waiting = phone.getByText(`Hand-over to ${LABORATORY}, 3 tubes: will be sent`);
  await waiting.waitFor();
  await phone.context().setOffline(false);
  await waiting.waitFor({ state: 'detached' });
}

/** Scans all arrivals, accepts all but one, and rejects that. */
async function receive(laboratory: Page) {
  const [first = '', ...others] = Object.values(LABELS);
  await laboratory.goto('/laboratory-dashboard');
  await openArrival(laboratory, first);
  await scanArrived(laboratory, [first, ...others]);
  await laboratory.getByText('3 of 3 scanned').waitFor();
  await laboratory.getByRole('button', { name: 'Close the scan' }).click();
  await laboratory.getByText('Everything that was expected has arrived.').waitFor();

  await laboratory.goto(`/laboratory-tubes?filter=${encodeURIComponent(JSON.stringify({ q: 'OR-500' }))}`);
  const row = (label: string) => laboratory.getByRole('row').filter({ hasText: label });
  for (const label of others) await row(label).getByRole('checkbox').check();
  await laboratory.getByRole('button', { name: 'Accept', exact: true }).click();
  await laboratory.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click();
  for (const label of others) await row(label).getByText('Accepted').waitFor();
  await row(first)
    .getByRole('button', { name: /Received/ })
    .click();
  await laboratory.getByRole('menuitem', { name: 'Reject' }).click();
  const dialog = laboratory.getByRole('dialog', { name: 'Reject' });
  const reject = dialog.getByRole('button', { name: 'Reject', exact: true });
  await dialog.getByText(first, { exact: true }).waitFor();
  await reject.click();
  await dialog.getByText('Reason is required', { exact: true }).waitFor();
  await choose(laboratory, 'Reason', 'Clotting');
  await reject.click();
  await laboratory.getByText('A redraw waits for an employee and a time').waitFor();
}

/** Finds the unassigned redraw on the board; its details link to the original order. */
async function findRedraw(admin: Page, portal: Portal, zone: string) {
  const { data } = await askAs(portal, 'admin', `${getCallPath(calls.adminAppointments)}?page=1`);
  const { appointments } = data as { appointments: { patientName: string; appointmentDateTime: string }[] };
  const at = appointments.find(({ patientName }) => patientName === PATIENT)?.appointmentDateTime ?? '';
  const on = DateTime.fromISO(at, { zone }).toFormat('yyyy-MM-dd');
  await admin.goto(`/appointments?calendar=day&on=${on}`);
  await admin.getByRole('button', { name: new RegExp(`${PATIENT}.*Unassigned`) }).click();
  const popup = admin.getByRole('dialog', { name: PATIENT });
  await popup.getByText('Redraw: a tube of an earlier order was rejected or lost.').waitFor();
  await popup.getByText('Redraw: time not agreed').first().waitFor();
  await popup.getByRole('listitem').filter({ hasText: 'PT / INR' }).first().waitFor();
  expect(await popup.getByText('Lipid panel').count()).toBe(0);
}

test('orders, assigns, confirms by mail, draws offline, rejects and redraws (spec 17.13)', async () => {
  // The phone is offline, and the visit may overlap another.
  allowLog(/ERR_INTERNET_DISCONNECTED/, /409 \(Conflict\)/);
  const smtp = await startSmtp();
  onTestFinished(smtp.stop);
  const { evening, morning } = eveningAndMorning();
  const env = { SMTP_URL: smtp.url, PUBLIC_URL: ORIGIN, EVENING_MAIL: '18:00', TIME_ZONE: evening };
  const portal = await startPortal(env);
  onTestFinished(portal.stop);
  forgetWeeks(portal);
  const [laboratory, admin] = [await portal.newPage(), await portal.newPage()];
  await holdSession(laboratory, 'laboratory');
  await holdSession(admin, 'admin');
  await order(laboratory, DateTime.now().setZone(evening).plus({ days: 1 }).toFormat('yyyy-MM-dd'));
  await assign(admin, portal);

  for (const page of [laboratory, admin]) await page.goto('about:blank');
  if (hasPlugin('patientLinks')) {
    await portal.stopServer();
    makeJobDue(portal, 'evening mail');
    await portal.startServer();
    const { text } = await smtp.next(EMAIL, BROWSER_TIMEOUT_MS);
    await confirm(await portal.newPage({ size: PHONE, scripts: false }), text);
  }

  env.TIME_ZONE = morning;
  await portal.restart();
  const phone = await pageAs(portal, 'employee', { size: PHONE });
  await draw(phone);
  await holdSession(laboratory, 'laboratory');
  await receive(laboratory);
  await holdSession(admin, 'admin');
  await findRedraw(admin, portal, morning);
});

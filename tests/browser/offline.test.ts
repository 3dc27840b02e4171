// Issue 7: a day without a network. The server is stopped and the browser restarted in between.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { getCallPath } from 'portal-frame/internal';
import { BROWSER_TIMEOUT_MS, CHROMIUM_ARGS, findChromium } from 'portal-frame/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRequisitionPdf } from '../../server/demo/requisitionPdf.ts';
import { calls } from '../../src/wire/index.ts';
import { getCall } from '../api/servedCalls.ts';
import { PHONE, type Portal, signInAs, startPortal } from './harness.ts';
import { violationsOf } from './looks.ts';
import { file } from './steps.ts';
import { askAs, handOver, labelPicture, openArrival, portalKept, scanArrived, tokenOf, visitOf } from './tubes.ts';

const PATIENT = 'Ottilie Gruenwald-Ferreira';
const PHOTO = `Tracking photo of ${PATIENT}`;
const NOTE = 'The side gate sticks, push hard';
/** Reason to start without a signed order. */
const WHY = 'The signature comes by phone';
/** Of the demo data. */
const LABORATORY = 'Liberty Diagnostics Laboratory';
const LABEL = 'TB-7000123';
const OTHER_LABEL = 'TB-7000124';

let portal: Portal;
let profile: string;
let context: BrowserContext | undefined;

beforeAll(async () => {
  portal = await startPortal();
  profile = mkdtempSync(join(tmpdir(), 'portal-profile-'));
});
afterAll(async () => {
  await context?.close();
  await portal?.stop();
  rmSync(profile, { recursive: true, force: true });
});

/** Restarts the browser with its profile. */
async function openBrowser(): Promise<Page> {
  context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: CHROMIUM_ARGS,
    viewport: PHONE,
    baseURL: portal.url,
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(BROWSER_TIMEOUT_MS);
  return page;
}

/** Adds a visit of the demo employee late today, with one document. */
async function addVisit(): Promise<string> {
  const today = new Date().toLocaleDateString('sv', { timeZone: 'America/New_York' });
  const form = new FormData();
  const values = {
    patientName: PATIENT,
    address: '9 Birch Lane, Springfield',
    contactNumber: '+15551234567',
    gender: 'Female',
    employeeId: portal.demo.employeeCode,
    labortary: LABORATORY,
    priorityLevel: 'High',
    status: 'Pending',
    appointmentDateTime: `${today}T23:59`,
    confirmed: 'true',
  };
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  const pdf = createRequisitionPdf({ laboratory: 'Natera', lines: [['Patient', PATIENT]], tests: ['CBC'] });
  form.append('documents', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'order.pdf');
  const reply = await fetch(portal.url + getCallPath(calls.adminCreateAppointment), {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(portal, 'admin')}` },
    body: form,
  });
  expect(await reply.json()).toMatchObject({ status: true });
  const query = new URLSearchParams({ dateAndTime: today, tab: 'today', perPage: '500' });
  const { data } = await askAs(portal, 'admin', `${getCallPath(calls.adminAppointments)}?${query}`);
  const found = (data as { appointments: { _id: string; patientName: string }[] }).appointments;
  const id = found.find(({ patientName }) => patientName === PATIENT)?._id ?? '';
  await addOrder(id);
  return id;
}

/** Adds an unsigned order for two tubes of the demo's catalogue. */
async function addOrder(appointment: string): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(portal, 'admin')}`, 'content-type': 'application/json' };
  const collections = `${portal.url}/api/v1/collections`;
  const tests = (await (await fetch(`${collections}/tests?range=[0,99]`, { headers })).json()) as {
    id: string;
    name: string;
  }[];
  const asked = tests.filter(({ name }) => ['PT / INR', 'Hemoglobin A1c'].includes(name)).map(({ id }) => id);
  const body = JSON.stringify({ appointment, tests: asked });
  expect((await fetch(`${collections}/testOrders`, { method: 'POST', headers, body })).status).toBe(201);
}

const visit = (page: Page) => visitOf(page, PATIENT);

/** Finds files whose bytes contain the text in UTF-8 or UTF-16. */
function filesWith(text: string, folder = profile): string[] {
  const forms = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter(
      (path) =>
        statSync(path, { throwIfNoEntry: false })?.isFile() && forms.some((form) => readFileSync(path).includes(form)),
    );
}

test('shows visits and documents offline, and later sends photo and reports once and in order (spec 17.3)', async () => {
  const id = await addVisit();
  let page = await openBrowser();
  await signInAs(page, 'employee');
  // The document and the portal are stored on the device.
  await visit(page).locator('a[href^="blob:"]').filter({ hasText: 'order.pdf' }).waitFor();
  await portalKept(page);

  await context?.setOffline(true);
  await portal.stopServer();
  await page.reload();
  await page.getByText(/^Offline – showing today’s visits as of \d+:\d\d\s[AP]M$/).waitFor();
  const paper = visit(page).getByRole('link', { name: 'order.pdf', exact: true });
  await visit(page).locator('a[href^="blob:"]').filter({ hasText: 'order.pdf' }).waitFor();
  const [opened] = await Promise.all([page.context().waitForEvent('page'), paper.click()]);
  // Headless Chromium has no PDF viewer.
  if (await page.evaluate(() => navigator.pdfViewerEnabled))
    expect(await opened.evaluate(() => document.contentType)).toBe('application/pdf');
  await opened.close();

  const press = (name: string) => visit(page).getByRole('button', { name, exact: true }).click();
  await press(`Start: ${PATIENT}`);
  // Gaps show offline too.
  const why = page.getByRole('dialog');
  await why.getByText('Order incomplete', { exact: true }).waitFor();
  await why.getByRole('button', { name: 'Start', exact: true }).click();
  await why.getByText('is required').waitFor();
  await why.getByRole('textbox').fill(WHY);
  await why.getByRole('button', { name: 'Start', exact: true }).click();
  await visit(page).getByText(`Started (${WHY}): waiting to be sent`).waitFor();
  // Each tube gets its own label.
  await press(`Scan the label: Citrate 2.7 mL, ${PATIENT}`);
  const scan = page.getByRole('dialog');
  const picture = await labelPicture(LABEL);
  await scan.getByLabel('Take a picture of the label').setInputFiles(file('label.jpg', 'image/jpeg', picture));
  await visit(page).getByText(`Label ${LABEL}`).waitFor();
  await press(`Scan the label: EDTA 4 mL, ${PATIENT}`);
  await scan.getByRole('textbox').fill(LABEL.toLowerCase());
  await scan.getByRole('button', { name: 'Bind' }).click();
  await scan.getByText('is on another tube').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await scan.getByRole('textbox').fill(OTHER_LABEL);
  await scan.getByRole('button', { name: 'Bind' }).click();
  await visit(page).getByText(`Label ${OTHER_LABEL}`).waitFor();
  // The host must know the tubes before their hand-over.
  await handOver(page, [LABEL, OTHER_LABEL], async () => expect(await violationsOf(page)).toEqual([]));
  await page.getByText(`Hand-over to ${LABORATORY}, 2 tubes: will be sent`).waitFor();
  const large = await sharp({ create: { width: 3200, height: 2400, channels: 3, background: '#335577' } })
    .jpeg()
    .toBuffer();
  await page.getByLabel(PHOTO).setInputFiles(file('camera.jpg', 'image/jpeg', large));
  await visit(page).getByRole('button', { name: 'Use photo' }).click();
  await visit(page).getByText('Photo waiting for a connection').waitFor();
  await press(`Note: ${PATIENT}`);
  await page.getByRole('textbox', { name: /^Note to the dispatcher/ }).fill(NOTE);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await press(`Done: ${PATIENT}`);
  await page.getByText('1 photo not yet sent, 6 reports not yet sent').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await context?.close();

  page = await openBrowser();
  await context?.setOffline(true);
  await page.goto('/');
  await visit(page).getByText('Photo waiting for a connection').waitFor();
  // The disk must not contain the patient's name.
  expect(filesWith('portal-visits')).not.toEqual([]);
  for (const words of [PATIENT, NOTE, WHY]) expect(filesWith(words)).toEqual([]);

  const sent: string[] = [];
  // Ignores requests without a reply.
  page.on('response', (reply) => {
    const [, what] = reply.url().match(/(upload-tracking|report-visit|hand-over-tubes|custody-events)/) ?? [];
    if (reply.request().method() === 'POST' && reply.ok() && what) sent.push(what);
  });
  await portal.startServer();
  await context?.setOffline(false);
  await visit(page).waitFor({ state: 'detached' });
  await page.getByText(/^Offline/).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: /visits? done$/ }).click();
  await visit(page).getByText('Tracking photo sent').waitFor();
  // Custody events have their own queue.
  await expect.poll(() => sent).toContain('custody-events');
  expect(sent.filter((what) => what !== 'custody-events')).toEqual([
    ...['report-visit', 'report-visit', 'report-visit', 'hand-over-tubes'],
    ...['upload-tracking', 'report-visit', 'report-visit'],
  ]);
  const notices = (await askAs(portal, 'admin', getCallPath(calls.notifications))).data as { body: string }[];
  const about = (words: RegExp) => notices.filter(({ body }) => body.includes(PATIENT) && words.test(body));
  expect([about(/track/i), about(new RegExp(NOTE))].map(({ length }) => length)).toEqual([1, 1]);
  const reports = (await askAs(portal, 'admin', getCallPath(getCall('visitReports'), { id }))).data as {
    kind: string;
    note: string;
  }[];
  expect(reports.map(({ kind, note }) => note ?? kind)).toEqual([WHY, LABEL, OTHER_LABEL, NOTE, 'done']);
  const { order } = (await askAs(portal, 'admin', getCallPath(getCall('visitOrder'), { id }))).data as {
    order: { drawn: { label: string }[] };
  };
  expect(order.drawn.map(({ label }) => label)).toEqual([LABEL, OTHER_LABEL]);
});

test('lets the laboratory scan arrivals and names what is missing', async () => {
  const page = await portal.newPage();
  await signInAs(page, 'laboratory');
  await openArrival(page, LABEL);
  await scanArrived(page, [LABEL.toLowerCase(), 'ZZ-0001']);
  await page.getByText('1 of 2 scanned').waitFor();
  const row = page.getByRole('dialog').getByRole('row').filter({ hasText: LABEL });
  await row.getByText('Scanned', { exact: true }).waitFor();
  await page.getByText('The label ZZ-0001 is not expected here. It is kept as unknown.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close the scan' }).click();
  await page.getByText(`Not scanned: ${OTHER_LABEL}.`).waitFor();
  await page.getByRole('button', { name: 'Close the scan' }).click();
  await page.getByText(`Missing: ${OTHER_LABEL}`).waitFor();
  await page.getByText('Unknown: ZZ-0001').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.close();
});

test("removes the day's data from the device on logout (ASVS 14.3.1)", async () => {
  const page = context?.pages()[0] as Page;
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('**/signin');
  const left = await page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    stored: localStorage.length,
  }));
  expect(left).toEqual({ databases: [], caches: [], workers: 0, stored: 0 });
  await context?.close();
  expect(filesWith(PATIENT)).toEqual([]);
});

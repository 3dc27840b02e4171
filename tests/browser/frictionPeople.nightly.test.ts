// Counts keys and taps of a laboratory's and an employee's day (issue 14).
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '../../src/wire/index.ts';
import { callAs } from './demoCalls.ts';
import { beginJob, printCounted } from './effort.ts';
import { PHONE, signInAs } from './harness.ts';
import { startForFile } from './portalOfFile.ts';
import { settle } from './screens.ts';
import { file, picture } from './steps.ts';

const VISITS = 8;

const portal = startForFile();
let employee: Page;
beforeAll(async () => {
  // One more visit, where nobody is at home.
  await addVisits(Array.from({ length: VISITS + 1 }, (_, index) => `Round ${index + 1}`));
});
afterAll(printCounted);

test('books ten appointments for existing patients in at most 400 keys (spec 14.6)', async () => {
  const page = await portal.newPage();
  await signInAs(page, 'laboratory');
  await page.goto('/laboratory-add-appointment');
  const name = page.getByRole('combobox', { name: /^Full Name/ });
  const time = page.getByLabel(/^Date & Time/);
  let booked = 0;
  page.on('response', (reply) => {
    if (reply.url().endsWith('/laboratory/add-appointment') && reply.ok()) booked += 1;
  });
  const saved = async (many: number) => {
    await expect.poll(() => booked).toBe(many);
    await expect.poll(() => name.inputValue()).toBe('');
  };
  const job = (what: string, before: string) => beginJob(page, what, before);
  const choosePatient = async (hand: Awaited<ReturnType<typeof job>>) => {
    // The name has the focus after opening and after saving.
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await hand.type('mei');
    await page.getByRole('option').first().waitFor();
    await hand.press('ArrowDown');
    await hand.press('Enter');
    await expect.poll(() => time.evaluate((field) => field === document.activeElement)).toBe(true);
  };
  await name.waitFor();

  const first = await job('One appointment, an existing patient', '111 keys, 1 click');
  await choosePatient(first);
  await first.type('12012031');
  await first.press('Tab');
  await first.type('0830AM');
  await first.click(page.getByRole('checkbox', { name: /^Keep for the next one/ }));
  await first.click(page.getByRole('combobox', { name: /^Priority/ }));
  await first.click(page.getByRole('option', { name: 'High' }));
  await first.click(page.getByRole('button', { name: 'Save', exact: true }));
  await saved(1);
  const one = await first.done();
  expect(one.keys + one.clicks).toBeLessThanOrEqual(30);

  const others = await job('Nine more for existing patients', '999 keys, 18 clicks');
  for (let round = 1; round < 10; round++) {
    await choosePatient(others);
    // Keeps the day and skips to the time.
    await others.press('Tab', 3);
    // Each at its own time: the same visit twice asks.
    await others.type(`${String(8 + (round % 4)).padStart(2, '0')}${['00', '15', '45'][Math.floor(round / 4)]}AM`);
    await others.press('Enter');
    await saved(round + 1);
  }
  const nine = await others.done();
  expect(one.keys + one.clicks + nine.keys + nine.clicks).toBeLessThanOrEqual(400);
  await page.context().close();
});

async function addVisits(patients: readonly string[]): Promise<void> {
  const today = new Date().toLocaleDateString('sv', { timeZone: 'America/New_York' });
  for (const [index, patientName] of patients.entries())
    await callAs(portal, 'admin', calls.adminCreateAppointment, {
      patientName,
      address: '9 Birch Lane, Springfield',
      contactNumber: '+15551234567',
      gender: 'Female',
      employeeId: portal.demo.employeeCode,
      labortary: 'Natera',
      priorityLevel: 'High',
      status: 'Pending',
      specialInstructions: 'Fasting since midnight. The side door is open; ring twice.',
      appointmentDateTime: `${today}T23:5${index}`,
      confirmed: true,
    });
}

const next = () => employee.locator('li[aria-current="time"]');
const whoIsNext = () => next().getByRole('heading', { level: 2 }).textContent();

test('shows an employee the next visit without scrolling (spec 14.7)', async () => {
  employee = await portal.newPage({ size: PHONE });
  await signInAs(employee, 'employee');
  const signedIn = await beginJob(employee, 'From the sign-in to the next visit', '1 tap, 1 to 3 swipes, a popup');
  await next().waitFor();
  const box = await next().boundingBox();
  expect((box?.y ?? 9999) + 100).toBeLessThan(PHONE.height / 2);
  expect(await signedIn.done()).toMatchObject({ clicks: 0, swipes: 0, popups: 0 });
});

test('needs three taps per visit: map, photo, use (spec 14.11)', async () => {
  const photo = file('tube.jpg', 'image/jpeg', await picture('#557799').jpeg().toBuffer());
  // Blocks external requests.
  await employee.context().route(
    (url) => url.origin !== portal.url,
    (route) => route.abort(),
  );
  const round = await beginJob(employee, `${VISITS} visits, without the camera’s own taps`, '16 taps, 30 swipes');
  for (let visit = 0; visit < VISITS; visit++) {
    const patient = await whoIsNext();
    const [map] = await Promise.all([
      employee.waitForEvent('popup'),
      round.tap(next().getByRole('link', { name: `Map to ${patient}` })),
    ]);
    await map.close();
    const [camera] = await Promise.all([
      employee.waitForEvent('filechooser'),
      round.tap(next().locator('label').filter({ hasText: 'Tracking photo' })),
    ]);
    await camera.setFiles(photo);
    await round.tap(next().getByRole('button', { name: 'Use photo' }));
    await expect.poll(whoIsNext).not.toBe(patient);
    await settle(employee);
  }
  const { clicks, swipes, popups } = await round.done();
  expect(clicks).toBe(3 * VISITS);
  expect(swipes).toBeLessThanOrEqual(VISITS);
  expect(popups).toBe(0);
});

test('reports an absent patient in three taps (spec 14.11)', async () => {
  const patient = await whoIsNext();
  const job = await beginJob(employee, 'Nobody is at home', 'impossible');
  await job.tap(next().getByRole('button', { name: `Could not draw: ${patient}` }));
  const dialog = employee.getByRole('dialog');
  await job.tap(dialog.locator('label').filter({ hasText: 'Patient not at home' }));
  await job.tap(dialog.getByRole('button', { name: 'Send' }));
  await dialog.waitFor({ state: 'detached' });
  expect(await job.done()).toMatchObject({ clicks: 3, swipes: 0, popups: 1 });
  await employee.context().close();
});

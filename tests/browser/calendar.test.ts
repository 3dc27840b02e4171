import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathOf } from '../../src/wire/call.ts';
import { calls } from '../../src/wire/index.ts';
import { type Portal, signInAs, startPortal } from './harness.ts';
import { settle } from './screens.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.stop());

const DAY = '2027-01-20';
const PATIENTS = ['Early Bird', 'Early Twin'];

/** Adds unassigned appointments of one time, as the demo's laboratory. */
async function addTwo(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('userAuthToken') ?? '');
  for (const patientName of PATIENTS) {
    const body = new FormData();
    const values = { patientName, gender: 'Other', priorityLevel: 'High', status: 'Pending' };
    for (const [name, value] of Object.entries({ ...values, appointmentDateTime: `${DAY}T09:00` }))
      body.append(name, value);
    const headers = { authorization: `Bearer ${token}` };
    const reply = await fetch(portal.url + pathOf(calls.laboratoryCreateAppointment), {
      method: 'POST',
      headers,
      body,
    });
    expect(reply.status).toBe(200);
  }
}

/** Drags an unassigned entry onto an employee's lane. */
async function drag(page: Page, patient: string, lane: string): Promise<void> {
  const from = await page.getByRole('button', { name: patient }).boundingBox();
  const to = await page.locator('.ec-row-head', { hasText: lane }).boundingBox();
  if (!from || !to) throw new Error(`${patient} or ${lane} is not in sight.`);
  const x = from.x + from.width / 2;
  await page.mouse.move(x, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, to.y + 4, { steps: 5 });
  await page.mouse.move(x, to.y + to.height / 2, { steps: 3 });
  await page.mouse.up();
}

test('an entry dragged onto a lane is assigned; one that overlaps is asked about, and goes back or stays', async () => {
  const laboratory = await portal.newPage();
  await signInAs(laboratory, 'laboratory');
  await addTwo(laboratory);

  const page = await portal.newPage();
  await signInAs(page, 'admin');
  await page.goto(`/appointments?filter=${encodeURIComponent(JSON.stringify({ appointmentDate: DAY }))}`);
  await page.getByRole('button', { name: 'Calendar', exact: true }).click();
  await page.getByRole('button', { name: 'Early Bird' }).waitFor();
  await settle(page);
  const lane = portal.demo.employeeCode;
  const whose = (patient: string, who: string) =>
    page.getByRole('button', { name: new RegExp(`${patient}.*${who}`) }).waitFor();

  await drag(page, 'Early Bird', lane);
  await page.getByText('Employee assigned successfully').waitFor();
  await whose('Early Bird', lane);

  await drag(page, 'Early Twin', lane);
  const question = page.getByRole('dialog', { name: 'Please confirm' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await whose('Early Twin', 'Unassigned');

  await drag(page, 'Early Twin', lane);
  await question.getByRole('button', { name: 'Do it anyway' }).click();
  await whose('Early Twin', `${lane}.*overlaps another`);
  await whose('Early Bird', `${lane}.*overlaps another`);
  expect(portal.errors.filter((text) => !text.includes('409'))).toEqual([]);
});

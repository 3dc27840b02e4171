// Issue 7: what one person changes shows at the others' screens, without a reload.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, pathOf, type Role } from '../../frame/wire/call.ts';
import { EVENTS_PATH } from '../../frame/wire/events.ts';
import { DEMO_PASSWORD } from '../../server/demo/staff.ts';
import { calls } from '../../src/wire/index.ts';
import { allowLog, holdSession, type Portal, startPortal, WITHOUT_SERVER } from './harness.ts';
import { settle } from './screens.ts';

let portal: Portal;
let admin: Page;
let employee: Page;

/** Goes there by loading the portal anew, and waits until it listens. */
async function openLive(page: Page, path: string) {
  const listening = page.waitForResponse(`**${EVENTS_PATH}*`);
  await page.goto(path);
  expect((await listening).status()).toBe(200);
  await settle(page);
}

beforeAll(async () => {
  portal = await startPortal();
  [admin, employee] = await Promise.all([portal.newPage(), portal.newPage()]);
  await Promise.all([holdSession(admin, 'admin'), holdSession(employee, 'employee')]);
});
afterAll(() => portal?.stop());

const rows = (page: Page) => page.locator('tbody .RaDataTable-row');
const rowOf = (page: Page, patient: string) => rows(page).filter({ hasText: patient });
const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
const unread = async (page: Page) =>
  Number(/(\d+) unread/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[1] ?? 0);

/** Makes a call of the wire beside the windows. */
async function ask(call: Call, token: string, body: object, params?: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, String(value));
  const reply = await fetch(portal.url + pathOf(call, params), {
    method: call.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(!call.files && { 'content-type': 'application/json' }),
    },
    body: call.files ? form : JSON.stringify(body),
  });
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { data: { _id: string; userAuthToken: string } }).data;
}
const tokenOf = async (role: Role) =>
  (await ask(calls.signIn, '', { email: `${role}@demo.test`, password: DEMO_PASSWORD })).userAuthToken;
/** A new appointment, not assigned. */
const add = async (token: string, patientName: string) => {
  const values = { gender: 'Female', priorityLevel: 'Low', status: 'Pending', appointmentDateTime: '2027-01-15T09:30' };
  return (await ask(calls.laboratoryCreateAppointment, token, { ...values, patientName }))._id;
};
const employeeId = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(portal.url + pathOf(calls.employeeProfile), { headers });
  return ((await reply.json()) as { data: { _id: string } }).data._id;
};

test('assigned in one window: row and bell change in the other without a reload, and what is chosen stays', async () => {
  const laboratory = await tokenOf('laboratory');
  await openLive(admin, '/appointments');
  await openLive(employee, '/employee-appointments');
  await add(laboratory, 'Live Patient');
  const row = rowOf(admin, 'Live Patient');
  await row.waitFor();
  const before = await unread(employee);
  await row.click();
  const popup = admin.getByRole('dialog', { name: 'Live Patient' });
  await popup.getByRole('combobox', { name: 'Employee' }).click();
  await admin.getByRole('option').filter({ hasText: portal.demo.employeeCode }).click();
  // Another change comes while the admin has chosen: the choice stays.
  await add(laboratory, 'Another Patient');
  await rowOf(admin, 'Another Patient').waitFor({ state: 'attached' });
  await popup.getByRole('button', { name: 'Assign Employee' }).click();
  await rowOf(employee, 'Live Patient').waitFor();
  await expect.poll(() => unread(employee)).toBe(before + 1);
  await admin.keyboard.press('Escape');
});

test('while the server is killed and started again nothing is missed, and nothing doubled', async () => {
  // While the server is down, and while it starts.
  allowLog(...WITHOUT_SERVER);
  const [laboratory, token] = [await tokenOf('laboratory'), await tokenOf('admin')];
  const worker = await employeeId(await tokenOf('employee'));
  const assign = async (patient: string) =>
    ask(
      calls.assignAppointment,
      token,
      { employeeId: worker, confirmed: true },
      { id: await add(laboratory, patient) },
    );
  const before = await unread(employee);
  await assign('Before Kill');
  await portal.stopServer('SIGKILL');
  await portal.startServer();
  await assign('After Kill');
  await assign('Third Kill');
  for (const patient of ['Before Kill', 'After Kill', 'Third Kill']) {
    await rowOf(employee, patient).waitFor();
    expect(await rowOf(employee, patient).count()).toBe(1);
  }
  await expect.poll(() => unread(employee)).toBe(before + 3);
  await rowOf(admin, 'Third Kill').waitFor();
  await employee.getByRole('button', { name: 'Retry' }).waitFor({ state: 'detached' });
});

test('a second window of the same browser hears it too, over one stream, and takes over when the first is closed', async () => {
  const laboratory = await tokenOf('laboratory');
  const second = await admin.context().newPage();
  const streams: string[] = [];
  second.on('request', (request) => {
    if (request.url().includes(EVENTS_PATH)) streams.push(request.url());
  });
  await second.goto('/appointments');
  await settle(second);
  await expect.poll(() => second.evaluate(async () => (await navigator.locks.query()).pending?.length)).toBe(1);
  await add(laboratory, 'Two Windows');
  for (const page of [admin, second]) await rowOf(page, 'Two Windows').waitFor();
  expect(streams).toEqual([]);
  await admin.close();
  await expect.poll(() => streams.length).toBe(1);
  await add(laboratory, 'One Window');
  await rowOf(second, 'One Window').waitFor();
});

// Issue 7: changes appear on other screens without a reload.
import type { Page } from 'playwright-core';
import { EVENTS_PATH } from 'portal-frame/internal';
import { beforeAll, expect, test } from 'vitest';
import { calls } from '../../src/wire/index.ts';
import { bookVisit, callAs } from './demoCalls.ts';
import { allowLog, WITHOUT_SERVER } from './harness.ts';
import { pageAs, startForFile } from './portalOfFile.ts';
import { settle } from './screens.ts';

const portal = startForFile();
let admin: Page;
let employee: Page;

async function openLive(page: Page, path: string) {
  const listening = page.waitForResponse(`**${EVENTS_PATH}*`);
  await page.goto(path);
  expect((await listening).status()).toBe(200);
  await settle(page);
}

beforeAll(async () => {
  [admin, employee] = await Promise.all([pageAs(portal, 'admin'), pageAs(portal, 'employee')]);
});

const rows = (page: Page) => page.locator('tbody .RaDataTable-row');
const rowOf = (page: Page, patient: string) => rows(page).filter({ hasText: patient });
const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
const unread = async (page: Page) =>
  Number(/(\d+) unread/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[1] ?? 0);

const add = (patient: string) => bookVisit(portal, patient, '2027-01-15T09:30');

test('updates row and bell in another window without a reload, and keeps the selection', async () => {
  await openLive(admin, '/appointments');
  await openLive(employee, '/employee-appointments');
  await add('Live Patient');
  const row = rowOf(admin, 'Live Patient');
  await row.waitFor();
  const before = await unread(employee);
  await row.click();
  const popup = admin.getByRole('dialog', { name: 'Live Patient' });
  await popup.getByRole('combobox', { name: 'Employee' }).click();
  await admin.getByRole('option').filter({ hasText: portal.demo.employeeCode }).click();
  await add('Another Patient');
  await rowOf(admin, 'Another Patient').waitFor({ state: 'attached' });
  await popup.getByRole('button', { name: 'Assign Employee' }).click();
  await rowOf(employee, 'Live Patient').waitFor();
  await expect.poll(() => unread(employee)).toBe(before + 1);
  await admin.keyboard.press('Escape');
});

test('misses and repeats nothing while the server is killed and restarted', async () => {
  allowLog(...WITHOUT_SERVER);
  const { _id: employeeId } = await callAs(portal, 'employee', calls.employeeProfile);
  const assign = async (patient: string) => {
    const id = await add(patient);
    await callAs(portal, 'admin', calls.assignAppointment, { employeeId, confirmed: true }, { id });
  };
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

test('shares one stream between windows, and another window takes over when the first closes', async () => {
  const second = await admin.context().newPage();
  const streams: string[] = [];
  second.on('request', (request) => {
    if (request.url().includes(EVENTS_PATH)) streams.push(request.url());
  });
  await second.goto('/appointments');
  await settle(second);
  await expect.poll(() => second.evaluate(async () => (await navigator.locks.query()).pending?.length)).toBe(1);
  await add('Two Windows');
  for (const page of [admin, second]) await rowOf(page, 'Two Windows').waitFor();
  expect(streams).toEqual([]);
  await admin.close();
  await expect.poll(() => streams.length).toBe(1);
  await add('One Window');
  await rowOf(second, 'One Window').waitFor();
});

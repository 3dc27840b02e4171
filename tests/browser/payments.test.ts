import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { pageAs, startForFile } from './portalOfFile.ts';
import { settle } from './screens.ts';
import { choose, fill } from './steps.ts';

const PATIENT = 'Cent Ærlig-Groß';
const FEES = '123.47';
const CENTS = 12_347;

const portal = startForFile();
let admin: Page;
let laboratory: Page;
let employee: Page;

beforeAll(async () => {
  [admin, laboratory, employee] = await Promise.all([
    pageAs(portal, 'admin'),
    pageAs(portal, 'laboratory'),
    pageAs(portal, 'employee'),
  ]);
});

function cents(text: string | null): number {
  const [, dollars = '', part] = /\$([\d,]+)\.(\d\d)/.exec(text ?? '') ?? [];
  if (!part) throw new Error(`No amount in '${text}'`);
  return Number(dollars.replaceAll(',', '')) * 100 + Number(part);
}

async function amounts() {
  const read = async (page: Page, path: string, role: 'region' | 'listitem') => {
    await page.goto(path);
    await settle(page);
    const card = page
      .getByRole('main')
      .getByRole(role)
      .filter({ hasText: /^Total Earnings/ });
    return cents(await card.textContent());
  };
  const [total, byLaboratory, byEmployee] = await Promise.all([
    read(admin, '/payments', 'region'),
    read(laboratory, '/laboratory-dashboard', 'listitem'),
    read(employee, '/employee-dashboard', 'listitem'),
  ]);
  return { total, byLaboratory, byEmployee };
}

const row = () => admin.getByRole('row').filter({ hasText: PATIENT });

test('counts a payment from the appointment to all earnings, to the cent (spec 4.6)', async () => {
  const before = await amounts();
  await expect.poll(() => admin.getByText('This Month').isVisible()).toBe(true);

  await laboratory.getByRole('link', { name: 'Add Appointments' }).click();
  await fill(laboratory, {
    'Full Name': PATIENT,
    'Account Number': '4000123498765432',
    Fees: FEES,
    'Date & Time': '2027-02-03T10:15',
  });
  await choose(laboratory, 'Gender', 'Others');
  await choose(laboratory, 'Priority', 'Low');
  await laboratory.getByRole('button', { name: 'Save', exact: true }).click();
  await laboratory.getByText('Appointment created successfully!').waitFor();

  await admin.goto('/payments');
  await row().waitFor();
  const text = await row().textContent();
  expect(text).toContain(`$${FEES}`);
  expect(text).toContain('5432');
  expect(text).not.toContain('8765432');
  const status = row().getByRole('combobox', { name: 'Status' });
  await expect.poll(() => status.textContent()).toBe('Pending');

  await admin.goto('/appointments');
  await admin.getByText(PATIENT).first().click();
  const popup = admin.getByRole('dialog', { name: PATIENT });
  await popup.getByRole('combobox', { name: 'Employee' }).click();
  await admin.getByRole('option').filter({ hasText: portal.demo.employeeCode }).click();
  await popup.getByRole('button', { name: 'Assign Employee' }).click();
  await admin.getByText('Employee assigned successfully').waitFor();
  await popup.getByRole('button', { name: 'Close' }).click();
  await popup.waitFor({ state: 'detached' });

  await admin.goto('/appointments');
  await row().getByRole('combobox', { name: 'Status' }).click();
  await admin.getByRole('option', { name: 'Completed' }).click();
  await admin.getByText('Status updated successfully').waitFor();

  await expect.poll(amounts).toEqual({
    total: before.total + CENTS,
    byLaboratory: before.byLaboratory + CENTS,
    byEmployee: before.byEmployee + CENTS,
  });
  await expect.poll(() => status.textContent()).toBe('Completed');
  const recent = admin.getByRole('region', { name: 'Recent Transaction' });
  await expect.poll(() => recent.textContent()).toContain(PATIENT);

  // An undone payment does not count; a repeated one does.
  for (const [choice, total] of [
    ['Denied', before.total],
    ['Completed', before.total + CENTS],
  ] as const) {
    await status.click();
    await admin.getByRole('option', { name: choice }).click();
    await expect.poll(() => status.textContent()).toContain(choice);
    const card = admin.getByRole('region').filter({ hasText: 'This Month' });
    await expect.poll(async () => cents(await card.textContent())).toBe(total);
  }
});

const OLDEST = 'Ángel Ñuflo';

/** Adds payments from 1950 on, one for each day. The first one is of OLDEST. */
function addPayments(count: number): void {
  const db = new DatabaseSync(join(portal.dataDir, 'portal.sqlite'));
  const insert = db.prepare(`insert into transactions (id, account_number, patient_name, patient_key, date_and_time,
    amount_cents, status, created_at) values (?, ?, ?, ?, ?, ?, 'Denied', ?)`);
  const start = Date.parse('1950-01-01T12:00:00Z');
  db.exec('begin immediate');
  for (let day = 0; day < count; day++) {
    const [name, key] = day === 0 ? [OLDEST, 'angel nuflo'] : ['Bo', 'bo'];
    const at = start + day * 86_400_000;
    insert.run(String(day).padStart(24, '0'), `ACC-${day}`, name, key, at, 100 + day, at);
  }
  db.exec('commit');
  db.close();
}

test('finds the oldest of 25,000 payments by search, filter and last page', async () => {
  addPayments(25_000);
  const oldest = admin.getByRole('row').filter({ hasText: OLDEST });
  await admin.goto('/payments');
  await admin.getByRole('searchbox').fill('ANGEL NUFLO');
  await oldest.waitFor();
  await admin.goto('/payments');
  await settle(admin);
  await admin.getByRole('button', { name: 'Filters' }).click();
  await admin.getByLabel('Date', { exact: true }).fill('1950-01-01');
  await admin.getByRole('button', { name: 'Apply Filters' }).click();
  await oldest.waitFor();
  await admin.goto('/payments');
  await settle(admin);
  await admin.getByRole('button', { name: 'Last page' }).click();
  await oldest.waitFor();
});

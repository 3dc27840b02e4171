import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { PHONE, signInAs } from './harness.ts';
import { startForFile } from './portalOfFile.ts';
import { choose, file, picture } from './steps.ts';

const PATIENT = 'Ingrid Sørensen-Peña';
const pdf = (text: string) =>
  Buffer.from(`%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`);
const order = pdf('order form');
const insurance = pdf('insurance card');
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const portal = startForFile();
let photo: Buffer;
let tube: Buffer;

beforeAll(async () => {
  photo = await picture('#446688').jpeg().toBuffer();
  tube = await picture('#aa3322').png().toBuffer();
});

async function openPatient(page: Page) {
  await page.getByText(PATIENT).first().click();
  const popup = page.getByRole('dialog', { name: PATIENT });
  await popup.waitFor();
  return popup;
}

test('takes an appointment from the laboratory to the tracking image, and keeps it through a restart (spec 1.2)', async () => {
  const laboratory = await portal.newPage();
  await signInAs(laboratory, 'laboratory');
  await laboratory.getByRole('link', { name: 'Add Appointments' }).click();
  await laboratory.getByLabel('Full Name').fill(PATIENT);
  await laboratory.getByLabel('Email').fill('ingrid@example.test');
  await laboratory.getByLabel('Age').fill('63');
  await laboratory.getByLabel('Contact Number').fill('+15551234567');
  await laboratory.getByLabel('Address').fill('9 Birch Lane, Springfield');
  await laboratory.getByLabel('Fees').fill('149.99');
  await laboratory.getByRole('textbox', { name: 'Date & Time' }).fill('2027-01-15T09:30');
  await choose(laboratory, 'Gender', 'Female');
  await choose(laboratory, 'Priority', 'Urgent');
  await laboratory.getByLabel('Photo').setInputFiles(file('ingrid.jpg', 'image/jpeg', photo));
  await laboratory
    .locator('input[type=file][multiple]')
    .setInputFiles([
      file('Order form.pdf', 'application/pdf', order),
      file('insurance.pdf', 'application/pdf', insurance),
    ]);
  await laboratory.getByText('insurance.pdf').waitFor();
  await laboratory.getByRole('button', { name: 'Save', exact: true }).click();
  await laboratory.getByText('Appointment created successfully!').waitFor();

  const admin = await portal.newPage();
  await signInAs(admin, 'admin');
  await admin.getByRole('navigation').getByRole('link', { name: 'Appointments', exact: true }).click();
  await admin.getByRole('button', { name: 'Show Filters' }).click();
  await choose(admin, 'Assignment Status', 'Unassigned');
  await admin.getByRole('button', { name: 'Apply Filters' }).click();
  let popup = await openPatient(admin);
  await expect.poll(() => popup.getByText('Not Assigned Yet').isVisible()).toBe(true);
  await popup.getByRole('combobox', { name: 'Employee' }).click();
  await admin.getByRole('option').filter({ hasText: portal.demo.employeeCode }).click();
  await popup.getByRole('button', { name: 'Assign Employee' }).click();
  await admin.getByText('Employee assigned successfully').waitFor();

  const employee = await portal.newPage({ size: PHONE });
  await signInAs(employee, 'employee');
  await employee.goto(`${portal.url}/employee-appointments`);
  popup = await openPatient(employee);
  const download = employee.waitForEvent('download');
  await popup.getByRole('link', { name: 'Download Order form.pdf' }).click();
  expect(sha(readFileSync(await (await download).path()))).toBe(sha(order));
  await popup
    .locator('input[type=file]')
    .first()
    .setInputFiles(file('tube.png', 'image/png', tube));
  await popup.getByRole('button', { name: 'Upload Tracking ID' }).click();
  await employee.getByText('Tracking ID uploaded successfully.').waitFor();
  await popup.getByRole('button', { name: 'Upload Tracking ID' }).waitFor({ state: 'detached' });

  await admin.goto(`${portal.url}/appointments`);
  popup = await openPatient(admin);
  const image = popup.getByRole('button', { name: /^Enlarge/ });
  await image.waitFor();
  await admin.waitForFunction(() =>
    [...document.querySelectorAll('[role=dialog] img')].every((one) => (one as HTMLImageElement).naturalWidth > 0),
  );
  await admin.keyboard.press('Escape');
  const row = admin.getByRole('row').filter({ hasText: PATIENT });
  await row.getByRole('combobox', { name: 'Status' }).click();
  await admin.getByRole('option', { name: 'Completed' }).click();
  await admin.getByText('Status updated successfully').waitFor();

  // A page that hears of the change must not request it while the server is down.
  await Promise.all([laboratory.close(), employee.close(), admin.goto('about:blank')]);
  await portal.restart();
  await admin.goto(`${portal.url}/archive`);
  popup = await openPatient(admin);
  await expect.poll(() => popup.getByText('Completed').first().isVisible()).toBe(true);
  // Both documents and the tracking image.
  await expect.poll(() => popup.getByRole('link', { name: /^Download/ }).count()).toBe(3);
  await popup.getByRole('button', { name: /^Enlarge/ }).waitFor();
});

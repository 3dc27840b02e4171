import { DateTime } from 'luxon';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmtpDouble, startSmtp } from '../api/smtp.ts';
import { choose } from './deeds.ts';
import { PHONE, type Portal, signInAs, startPortal } from './harness.ts';

const PATIENT = 'Ines Färber';
const EMAIL = 'ines@example.test';
/** Where the mail says the portal is; its port is known too late. */
const ORIGIN = 'http://127.0.0.1:9';

let portal: Portal;
let smtp: SmtpDouble;
beforeAll(async () => {
  smtp = await startSmtp();
  portal = await startPortal({ SMTP_URL: smtp.url, PUBLIC_URL: ORIGIN, EVENING_MAIL: '00:00', DEMO: 'on' });
});
afterAll(async () => {
  await portal?.stop();
  await smtp?.stop();
});

test('tests are asked for at booking, the patient confirms by the mailed page without scripts, and nothing is missing', async () => {
  const laboratory = await portal.newPage();
  await signInAs(laboratory, 'laboratory');
  await laboratory.getByRole('link', { name: 'Add Appointments' }).click();
  await laboratory.getByLabel('Full Name').fill(PATIENT);
  await laboratory.getByLabel('Email').fill(EMAIL);
  const tomorrow = DateTime.now().setZone('America/New_York').plus({ days: 1 }).toFormat('yyyy-MM-dd');
  await laboratory.getByRole('textbox', { name: 'Date & Time' }).fill(`${tomorrow}T10:30`);
  await choose(laboratory, 'Gender', 'Female');
  await choose(laboratory, 'Priority', 'High');
  const tests = laboratory.getByRole('region', { name: 'Tests' });
  await tests.getByRole('combobox', { name: 'Tests' }).fill('Lipid');
  await laboratory.getByRole('option', { name: 'Lipid panel' }).click();
  await tests.getByLabel('Ordered By').fill('Dr. Osei');
  await laboratory.getByRole('button', { name: 'Save', exact: true }).click();
  await laboratory.getByText('Appointment created successfully!').waitFor();
  await laboratory.goto(`${portal.url}/laboratory-appointments`);
  await laboratory.getByText(PATIENT).first().click();
  const popup = laboratory.getByRole('dialog', { name: PATIENT });
  await popup.getByText('Fasting not confirmed').first().waitFor();

  // Patients are looked for as the server starts, too; meanwhile no window asks for anything.
  const address = laboratory.url();
  await laboratory.goto('about:blank');
  await portal.restart();
  const { text } = await smtp.next(EMAIL, 30_000);
  const [, path = ''] = new RegExp(`${ORIGIN}(/visit-confirmation/\\S+)`).exec(text) ?? [];
  const context = await laboratory.context().browser()?.newContext({ viewport: PHONE, javaScriptEnabled: false });
  const page = await context?.newPage();
  if (!page) throw new Error('There is no browser.');
  await page.goto(`${portal.url}${path}`);
  expect(await page.locator('body').evaluate((body) => getComputedStyle(body).margin)).toBe('0px');
  await page.getByRole('checkbox', { name: 'I am following the preparation I was given.' }).check();
  await page.getByRole('button', { name: 'Yes, I will be there' }).click();
  await page.getByText('The time is confirmed.').waitFor();

  await laboratory.goto(address);
  await popup.getByText(/^The patient confirmed the time/).waitFor();
  expect(await popup.getByText('Fasting not confirmed').count()).toBe(0);
  expect(portal.errors).toEqual([]);
});

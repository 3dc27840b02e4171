import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../server/demo/demoStaff.ts';
import { allowLog, signInAs } from './harness.ts';
import { startForFile } from './portalOfFile.ts';
import { choose, confirmIdentity, expectSessionOver, file, fill, picture, trySignIn } from './steps.ts';

const PASSWORD = 'First-Day-2026';
const EMPLOYEE = { name: 'Zoë Álvarez-Kowalski', email: 'zoe@new.test' };
const LABORATORY = { name: 'Ærø Coastal Laboratory', email: 'aeroe@new.test' };

const portal = startForFile();
let admin: Page;

beforeAll(async () => {
  admin = await portal.newPage();
  await signInAs(admin, 'admin');
});

const clickLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
const save = () => admin.getByRole('button', { name: 'Save', exact: true }).click();
const card = (name: string) => admin.getByRole('listitem').filter({ hasText: name });

/** Waits for the pictures to load without an error. */
const expectPhoto = (name: string) =>
  expect
    .poll(() =>
      card(name)
        .locator('img')
        .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)),
    )
    .toEqual([expect.toSatisfy((width: number) => width > 0)]);

test('adds an employee, refuses a used e-mail address, and lets the employee sign in (spec 2.81)', async () => {
  allowLog(/status of 4(00|01|03|09)/);
  await clickLink(admin, 'Add Employee');
  const typed = {
    'Full Name': EMPLOYEE.name,
    'Contact Number': '+12155550999',
    Address: '12 Canal Walk, Philadelphia',
    'Hire Date': '2026-01-05',
    'Employee ID': 'EMP-9001',
    'Job Role': 'Phlebotomist',
    Username: 'zoe',
    Password: PASSWORD,
    About: 'Speaks Danish and Spanish.',
  };
  await fill(admin, { ...typed, Email: 'employee@demo.test' });
  await choose(admin, 'Gender', 'Female');
  await choose(admin, 'Department', 'Laboratory');
  await choose(admin, 'Shift Timing', 'Custom');
  await admin.getByLabel('Your own shift').fill('Weekends (7AM - 3PM)');
  await admin
    .getByLabel('Photo')
    .setInputFiles(file('zoe.png', 'image/png', await picture('#557799').png().toBuffer()));
  await save();
  await confirmIdentity(admin, DEMO_PASSWORD);

  // Shows at the field, and keeps the input.
  const email = admin.getByLabel('Email');
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
  await admin.getByRole('main').getByText('This email is already in use.').waitFor();
  for (const [label, value] of Object.entries({ ...typed, 'Your own shift': 'Weekends (7AM - 3PM)' })) {
    expect(await admin.getByRole('main').getByLabel(label).first().inputValue(), label).toBe(value);
  }
  await admin.getByText('zoe.png').waitFor();
  await email.fill(EMPLOYEE.email);
  await save();
  await admin.getByText('Employee added successfully!').waitFor();
  expect(await admin.getByLabel('Full Name').inputValue()).toBe('');

  await clickLink(admin, 'Employees');
  await card(EMPLOYEE.name).waitFor();
  await expectPhoto(EMPLOYEE.name);
  await card(EMPLOYEE.name).getByRole('link', { name: 'View' }).click();
  await admin.getByRole('dialog', { name: EMPLOYEE.name }).getByText('Weekends (7AM - 3PM)').waitFor();
  await admin.keyboard.press('Escape');

  const employee = await portal.newPage();
  await signInAs(employee, 'employee', EMPLOYEE.email, PASSWORD);
  expect(new URL(employee.url()).pathname).toBe('/employee-dashboard');
  await employee.getByText('No appointments scheduled for today.').first().waitFor();

  await card(EMPLOYEE.name).getByRole('button', { name: 'Delete' }).click();
  const question = admin.getByRole('dialog', { name: 'Delete' });
  await question.getByRole('button', { name: 'Yes, Delete' }).click();
  await admin.getByText('Employee deleted successfully').waitFor();
  await card(EMPLOYEE.name).waitFor({ state: 'detached' });

  await expectSessionOver(employee);
  await trySignIn(employee, EMPLOYEE.email, PASSWORD);
  await employee.getByText('The email or the password is wrong.').first().waitFor();
});

test('adds a laboratory with photo and working days, and lets it sign in (spec 2.82)', async () => {
  allowLog(/status of 4(01|03)/);
  await clickLink(admin, 'Add Laboratory');
  await fill(admin, {
    'Full Name': LABORATORY.name,
    Email: LABORATORY.email,
    'Contact Number': '+12155550998',
    Address: '1 Harbor Road, Camden',
    Username: 'aeroe',
    Password: PASSWORD,
  });
  await admin
    .getByLabel('Photo')
    .setInputFiles(file('lab.jpg', 'image/jpeg', await picture('#338855').jpeg().toBuffer()));
  await admin.getByRole('button', { name: 'Add a day' }).click();
  await admin.getByLabel('Monday Start').fill('06:30');
  await admin.getByLabel('Monday End').fill('14:45');
  await admin.getByRole('button', { name: 'Add a day' }).click();
  const days = admin.getByRole('option');
  // A busy machine may draw the new row again between press and release.
  await expect
    .poll(async () => {
      if ((await days.count()) === 0) await admin.getByRole('combobox', { name: 'Day' }).nth(1).click();
      return days.count();
    })
    .toBeGreaterThan(0);
  expect(await days.allTextContents()).not.toContain('Monday');
  await admin.getByRole('option', { name: 'Saturday' }).click();
  await admin.getByLabel('Saturday Start').fill('09:00');
  await admin.getByLabel('Saturday End').fill('17:00');
  await save();
  await admin.getByText('Laboratory added successfully!').waitFor();

  await clickLink(admin, 'Laboratories');
  await card(LABORATORY.name).waitFor();
  await expectPhoto(LABORATORY.name);
  await card(LABORATORY.name).getByRole('link', { name: 'View' }).click();
  const popup = admin.getByRole('dialog', { name: LABORATORY.name });
  await popup.getByText(/6:30\sAM.*2:45\sPM/).waitFor();
  await popup.getByText(/9:00\sAM.*5:00\sPM/).waitFor();
  expect(await popup.getByText('Off Day').count()).toBe(5);
  await admin.keyboard.press('Escape');

  const laboratory = await portal.newPage();
  await signInAs(laboratory, 'laboratory', LABORATORY.email, PASSWORD);
  expect(new URL(laboratory.url()).pathname).toBe('/laboratory-dashboard');
  await laboratory.getByText('No appointments scheduled for today').first().waitFor();
});

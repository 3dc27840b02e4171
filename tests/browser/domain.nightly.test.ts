// A domain described by configs alone (tests/fixtures: tubes and expenses), used by three roles.
import { readFileSync, rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { EMPLOYEES } from '../../server/demo/demoStaff.ts';
import { allowLog, type Portal, startPortal } from './harness.ts';
import { violationsOf } from './looks.ts';
import { buildTree, place } from './ownResources.ts';
import { pageAs } from './portalOfFile.ts';
import { settle } from './screens.ts';

let tree: string;
let portal: Portal;
let admin: Page;
let employee: Page;
let laboratory: Page;

beforeAll(async () => {
  tree = buildTree('domain', (folder) => {
    for (const file of ['tubes.ts', 'expenses.ts']) place(folder, file, `src/resources/${file}`);
  });
  portal = await startPortal({}, tree);
  [admin, employee, laboratory] = await Promise.all([
    pageAs(portal, 'admin'),
    pageAs(portal, 'employee'),
    pageAs(portal, 'laboratory'),
  ]);
});
afterAll(async () => {
  await portal?.stop();
  if (tree) rmSync(tree, { recursive: true, force: true });
});

beforeEach(() => allowLog(/status of 4(00|09)/));

const row = (page: Page, name: string) => page.getByRole('main').getByRole('row').filter({ hasText: name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('lets each role move tubes only through its own transitions, single and in bulk (spec 13.5, 13.6)', async () => {
  await employee.goto('/employee-add-blood-tube');
  const volume = employee.getByRole('spinbutton', { name: 'Volume' });
  for (const [barcode, filled] of [
    ['T-1', '9'],
    ['T-2', '2'],
    ['T-3', '1'],
  ] as const) {
    await employee.getByRole('textbox', { name: 'Barcode' }).fill(barcode);
    await volume.fill(filled);
    await button(employee, 'Save').click();
    if (barcode === 'T-1') {
      await employee.getByText('This is more than the tube holds.').first().waitFor();
      await volume.fill('3');
      await button(employee, 'Save').click();
    }
    await employee.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name=barcode]')?.value === '');
  }
  await employee.goto('/employee-blood-tubes');
  await employee.getByText('3 total').waitFor();
  // A computed value.
  expect(await row(employee, 'T-1').textContent()).toContain('75');

  const other = await pageAs(portal, 'employee', undefined, EMPLOYEES[1]?.email);
  await other.goto('/employee-blood-tubes');
  await other.getByText('Nothing here yet.').waitFor();
  await other.context().close();

  await laboratory.goto('/laboratory-blood-tubes');
  await row(laboratory, 'T-1').click();
  await dialog(laboratory, 'T-1').waitFor();
  expect(await button(laboratory, 'Receive').count()).toBe(0);
  await laboratory.keyboard.press('Escape');

  await row(employee, 'T-1').getByRole('checkbox').check();
  await row(employee, 'T-2').getByRole('checkbox').check();
  await button(employee, 'Hand over').click();
  await dialog(employee, 'Hand over').getByRole('button', { name: 'Hand over' }).click();
  await row(employee, 'T-2').getByText('On its way').waitFor();

  // Appears without a reload.
  await row(laboratory, 'T-2').getByText('On its way').waitFor();
  await row(laboratory, 'T-1').click();
  await button(laboratory, 'Receive').click();
  await laboratory.getByText('Saved.').first().waitFor();
  await laboratory.keyboard.press('Escape');
  await row(laboratory, 'T-1').getByText('Received').first().waitFor();
  for (const name of ['T-1', 'T-2', 'T-3']) await row(laboratory, name).getByRole('checkbox').check();
  await button(laboratory, 'Receive').click();
  const many = dialog(laboratory, 'Receive');
  await many.getByText('3 records are selected.').waitFor();
  await many.getByRole('button', { name: 'Receive' }).click();
  for (const name of ['T-1', 'T-3']) await many.getByText(new RegExp(`^${name}: `)).waitFor();
  expect(await many.getByText(/^T-2: /).count()).toBe(0);
  await settle(laboratory);
  expect(await violationsOf(laboratory)).toEqual([]);
  await laboratory.keyboard.press('Escape');
  expect(await row(laboratory, 'T-2').textContent()).toContain('On its way');
});
test('checks an import first, and shows reports and dashboards per role (spec 13.9, 13.10)', async () => {
  const file = (amount: string) => ({
    name: 'expenses.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      ['Title,Kind,Amount,Spent At,Paid By', `Łódź Bridge,Fuel,${amount},3/9/2026 2:30 PM,${EMPLOYEES[0]?.fullName}`]
        .concat(`Garage,Parking,4.50,3/10/2026 9:00 AM,${EMPLOYEES[1]?.fullName}`)
        .join('\n'),
    ),
  });
  await admin.goto('/expenses');
  await button(admin, 'Import from a file').click();
  const into = dialog(admin, 'Import Expenses');
  await into.getByLabel('CSV file').setInputFiles(file('much'));
  await into.getByText('Nothing can be imported yet').waitFor();
  expect(await into.getByRole('button', { name: 'Import' }).isDisabled()).toBe(true);
  await into.getByLabel('CSV file').setInputFiles(file('1000.01'));
  await into.getByText('$1,000.01').waitFor();
  await into.getByRole('button', { name: 'Import 2' }).click();
  await admin.getByText('2 total').waitFor();

  const section = (page: Page, name: string) => page.getByRole('region', { name });
  await admin.goto('/dashboard');
  await section(admin, 'By kind').getByText('$1,000.01').first().waitFor();
  await admin.goto('/expense-reports');
  await section(admin, 'Spent a week').getByRole('button', { name: 'Show as a table' }).click();
  await section(admin, 'Spent a week').getByText('$1,004.51').first().waitFor();
  await settle(admin);
  expect(await violationsOf(admin)).toEqual([]);
  await employee.goto('/employee-expense-reports');
  await section(employee, 'How many').getByText('1', { exact: true }).waitFor();
  expect(await section(employee, 'Refunded').count()).toBe(0);

  // An export can be imported as it is.
  await admin.goto('/expenses');
  const download = admin.waitForEvent('download');
  await button(admin, 'Export').click();
  const exported = readFileSync(await (await download).path());
  expect(exported.toString()).toContain('Łódź Bridge');
  await button(admin, 'Import from a file').click();
  await into.getByLabel('CSV file').setInputFiles({ name: 'export.csv', mimeType: 'text/csv', buffer: exported });
  await into.getByRole('button', { name: 'Import 2' }).waitFor();
  await admin.keyboard.press('Escape');
});

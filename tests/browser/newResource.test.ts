import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '../../scripts/lib/root.ts';
import { type Portal, signInAs, startPortal } from './harness.ts';

const PARTS = [
  'src',
  'server',
  'scripts',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
let tree: string;
let portal: Portal;

beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), 'portal-tree-'));
  for (const part of [...PARTS, 'vite.config.ts']) cpSync(at(part), join(tree, part), { recursive: true });
  symlinkSync(at('node_modules'), join(tree, 'node_modules'));
  const config = readFileSync(at('tests/fixtures/supplies.ts'), 'utf8').replaceAll('../../src/', '../');
  writeFileSync(join(tree, 'src/resources/supplies.ts'), config);
  execFileSync(process.execPath, [at('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], { cwd: tree });
  portal = await startPortal({}, tree);
});
afterAll(async () => {
  await portal?.stop();
  if (tree) rmSync(tree, { recursive: true, force: true });
});

async function add(page: Page, item: string, quantity: string, state: string) {
  await page.getByRole('textbox', { name: 'Item' }).fill(item);
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill(quantity);
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: state }).click();
  await page.getByRole('combobox', { name: 'Laboratory' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Save' }).click();
}
const rows = (page: Page) => page.getByRole('main').getByRole('row');

test('one file is a whole resource, on both sides of the wire', async () => {
  const admin = await portal.newPage();
  await signInAs(admin, 'admin');
  await admin.getByRole('link', { name: 'Supplies', exact: true }).click();
  await admin.getByText('No supplies yet.').waitFor();

  await admin.getByRole('main').getByRole('link', { name: /^Add/ }).click();
  await add(admin, 'Gloves', '40', 'In stock');
  await admin.getByText('Saved.').first().waitFor();
  await add(admin, 'gloves', '1', 'Ordered');
  await admin.getByText('This value is already in use.').first().waitFor();
  expect(await admin.getByRole('textbox', { name: 'Item' }).inputValue()).toBe('gloves');
  await admin.getByRole('textbox', { name: 'Item' }).fill('Swabs');
  await admin.getByRole('button', { name: 'Save' }).click();
  await admin.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name=item]')?.value === '');

  await admin.goto('/supplies');
  await admin.getByText('2 in all').waitFor();
  await admin.getByRole('button', { name: 'Show Filters' }).click();
  await admin.getByRole('combobox', { name: 'State' }).click();
  await admin.getByRole('option', { name: 'Ordered' }).click();
  await admin.getByRole('button', { name: 'Apply Filters' }).click();
  await admin.getByText('1 in all').waitFor();
  expect(await rows(admin).filter({ hasText: 'Swabs' }).count()).toBe(1);
  await admin.getByRole('button', { name: 'Clear Filters' }).click();
  await admin.getByText('2 in all').waitFor();

  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Export' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(csv.split('\r\n').length).toBe(3);
  expect(csv).toContain('Gloves,40');

  // Two people change one record: the second is told, and keeps what was typed.
  await rows(admin).filter({ hasText: 'Gloves' }).click();
  await admin.getByRole('dialog').getByRole('link', { name: 'Edit' }).click();
  const quantity = admin.getByRole('spinbutton', { name: 'Quantity' });
  await quantity.fill('39');
  const other = await admin.context().newPage();
  await other.goto(admin.url());
  await other.getByRole('spinbutton', { name: 'Quantity' }).fill('12');
  await other.getByRole('button', { name: 'Save' }).click();
  await other.getByRole('dialog').waitFor({ state: 'detached' });
  await other.close();
  await admin.getByRole('button', { name: 'Save' }).click();
  await admin.getByText('Somebody else changed this in the meantime.').first().waitFor();
  expect(await quantity.inputValue()).toBe('39');
  await admin.reload();
  expect(await quantity.inputValue()).toBe('12');

  // A real click, which reaches only what nothing covers or cuts off.
  await admin.goto('/supplies');
  await rows(admin).filter({ hasText: 'Swabs' }).getByRole('checkbox').check();
  await admin.getByText('1 item selected').waitFor();
  await admin.getByRole('button', { name: 'Delete' }).click();
  await admin.getByRole('button', { name: 'Confirm' }).click();
  await admin.getByText('1 in all').waitFor();

  const laboratory = await portal.newPage();
  await signInAs(laboratory, 'laboratory');
  await laboratory.goto('/laboratory-supplies');
  await rows(laboratory).filter({ hasText: 'Gloves' }).waitFor();
  expect(await laboratory.getByRole('main').getByRole('link', { name: /^Add/ }).count()).toBe(0);
  const token = await laboratory.evaluate(() => localStorage.getItem('userAuthToken'));
  const refused = await laboratory.request.post('/api/v1/collections/supplies', {
    headers: { authorization: `Bearer ${token}` },
    data: { item: 'Sneaked in', state: 'Ordered' },
  });
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 403]);
  const employee = await portal.newPage();
  await signInAs(employee, 'employee');
  await employee.goto('/supplies');
  await employee.getByText("We can't seem to find the page you are looking for!").waitFor();

  await portal.restart();
  await admin.goto('/supplies');
  await rows(admin).filter({ hasText: 'Gloves' }).waitFor();
  await admin.getByText('1 in all').waitFor();
});

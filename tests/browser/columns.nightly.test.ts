import type { Role } from 'portal-frame';
import { expect, test } from 'vitest';
import { brokenWords, tooWide } from './looks.ts';
import { pageAs, startForFile } from './portalOfFile.ts';
import { settle } from './screens.ts';

const portal = startForFile();

const BASE = ['#', 'Patient', 'Age', 'Date & Time', 'Labortary', 'Priority', 'Instruction', 'Status'];
const ofLaboratory = (employee: string) => BASE.map((head) => (head === 'Labortary' ? employee : head));
const TABLES: readonly (readonly [Role, string, readonly string[]])[] = [
  ['admin', '/dashboard', BASE],
  ['admin', '/appointments', [...BASE, 'Action']],
  ['admin', '/archive', [...BASE, 'Action']],
  ['employee', '/employee-dashboard', BASE],
  ['employee', '/employee-appointments', [...BASE, 'Action']],
  ['employee', '/employee-archive', [...BASE, 'Action']],
  ['laboratory', '/laboratory-dashboard', ofLaboratory('Employee Id')],
  ['laboratory', '/laboratory-appointments', [...BASE, 'Action']],
  // Spelled as in spec 2.
  ['laboratory', '/laboratory-archive', [...ofLaboratory('employee Id'), 'Action']],
];

test.each(['admin', 'employee', 'laboratory'] as const)(
  'at 1280 px each table of the %s has all columns and fits the page',
  async (role) => {
    const page = await pageAs(portal, role, { size: { width: 1280, height: 800 } });
    for (const [, path, columns] of TABLES.filter(([whose]) => whose === role)) {
      await page.goto(path);
      const patients = page.getByRole('columnheader', { name: 'Patient', exact: true });
      const table = page.getByRole('main').getByRole('table').filter({ has: patients });
      await table.locator('tbody tr').first().waitFor();
      const heads = await table.locator('thead th').allInnerTexts();
      expect(heads.map((head) => head.trim()).filter(Boolean), path).toEqual(columns);
      const { inner, outer } = await table.evaluate((element) => ({
        inner: element.scrollWidth,
        outer: element.parentElement?.clientWidth ?? 0,
      }));
      expect(inner, `${path}: no sideways scrolling`).toBeLessThanOrEqual(outer);
    }
    await page.context().close();
  },
);

test.each([
  ['admin', ['/dashboard', '/appointments', '/employees', '/payments', '/archive', '/tests', '/test-orders', '/audit']],
  ['employee', ['/employee-appointments', '/employee-archive']],
  ['laboratory', ['/laboratory-appointments', '/laboratory-archive', '/laboratory-test-orders']],
] as const)('at 820 px each table of the %s fits the page and breaks no word', async (role, paths) => {
  const page = await pageAs(portal, role, { size: { width: 820, height: 1180 } });
  const wrong: Record<string, string[]> = {};
  for (const path of paths) {
    await page.goto(path);
    await settle(page);
    const found = [...(await tooWide(page)), ...(await brokenWords(page))];
    if (found.length > 0) wrong[path] = found;
  }
  expect(wrong).toEqual({});
  await page.context().close();
});

test("shows the first of today's appointments at 1280 x 800 without scrolling", async () => {
  const page = await pageAs(portal, 'admin', { size: { width: 1280, height: 800 } });
  await page.goto('/dashboard');
  const row = page.getByRole('region', { name: "Today's Appointments" }).locator('tbody tr').first();
  await row.waitFor();
  await page.getByRole('region', { name: 'What Needs Doing' }).getByText('last month').waitFor();
  const { bottom } = await row.evaluate((element) => element.getBoundingClientRect());
  expect(bottom).toBeLessThanOrEqual(800);
  await page.context().close();
});

import { expect, test } from 'vitest';
import { brokenWords, tooWide } from './looks.ts';
import { pageAs, startForFile } from './portalOfFile.ts';
import { settle } from './screens.ts';

const portal = startForFile();

const WIDE = { width: 1280, height: 800 };

test.each([
  ['admin', ['/dashboard', '/appointments', '/employees', '/payments', '/archive', '/tests', '/test-orders', '/audit']],
  ['employee', ['/employee-dashboard', '/employee-appointments', '/employee-archive']],
  ['laboratory', ['/laboratory-appointments', '/laboratory-archive', '/laboratory-test-orders']],
] as const)('each table of the %s fits the page, and breaks no word at 820 px', async (role, paths) => {
  const page = await pageAs(portal, role, { size: WIDE });
  const wrong: Record<string, string[]> = {};
  for (const path of paths) {
    await page.setViewportSize(WIDE);
    await page.goto(path);
    await settle(page);
    const wide = await tooWide(page);
    if (wide.length > 0) wrong[`${path} at 1280`] = wide;
    await page.setViewportSize({ width: 820, height: 1180 });
    await settle(page);
    const found = [...(await tooWide(page)), ...(await brokenWords(page))];
    if (found.length > 0) wrong[path] = found;
  }
  expect(wrong).toEqual({});
  await page.context().close();
});

test("shows the first of today's appointments at 1280 x 800 without scrolling", async () => {
  const page = await pageAs(portal, 'admin', { size: WIDE });
  await page.goto('/dashboard');
  const row = page.getByRole('region', { name: "Today's Appointments" }).locator('tbody tr').first();
  await row.waitFor();
  await page.getByRole('region', { name: 'What Needs Doing' }).getByText('last month').waitFor();
  const { bottom } = await row.evaluate((element) => element.getBoundingClientRect());
  expect(bottom).toBeLessThanOrEqual(800);
  await page.context().close();
});

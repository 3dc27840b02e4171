import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KitsHost, startKitsHost } from '../fixtures/kitsHost.ts';
import { allowLog, type Portal, signInAs, startPortal } from './harness.ts';
import { violationsOf } from './looks.ts';
import { buildTree, place } from './ownResources.ts';
import { pageAs } from './portalOfFile.ts';
import { settle } from './screens.ts';

const STOCK = `import { defineResource, text } from 'portal-frame';
import { suppliesApi } from '../wire/foreignSupplies.ts';
export default defineResource({
  name: 'stock', icon: 'shipping', label: { one: 'Item', many: 'Stock' },
  fields: { item: text() },
  list: { columns: ['item'] },
  roles: { admin: { list: '/stock', can: ['list'] } },
  api: { list: suppliesApi.list },
});`;
let tree: string;
let portal: Portal;
let host: KitsHost;

beforeAll(async () => {
  host = await startKitsHost();
  tree = buildTree('resource', (folder) => {
    const put = (...fixture: [string, string, ((code: string) => string)?]) => place(folder, ...fixture);
    put('supplies.ts', 'src/resources/supplies.ts');
    for (const file of ['shelf.page.ts', 'Shelf.tsx']) put(file, `src/pages/${file}`);
    put('foreignKits.ts', 'src/wire/foreignKits.ts', (code) => code.replace('https://kits.example.com', host.origin));
    put('kits.ts', 'src/resources/kits.ts', (code) => code.replace('./foreignKits', '../wire/foreignKits'));
    // A call without roles.
    const open = (code: string) => code.replace("roles: ['admin']", "roles: 'public'");
    put('foreignSupplies.ts', 'src/wire/foreignSupplies.ts', open);
    writeFileSync(join(folder, 'src/resources/stock.ts'), STOCK);
  });
  portal = await startPortal({}, tree);
});
afterAll(async () => {
  await portal?.stop();
  await host?.stop();
  if (tree) rmSync(tree, { recursive: true, force: true });
});

async function add(page: Page, item: string, quantity: string, state: string) {
  await page.getByRole('textbox', { name: 'Item' }).fill(item);
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill(quantity);
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: state }).click();
  await page.getByRole('combobox', { name: 'Laboratory' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}
const rows = (page: Page) => page.getByRole('main').getByRole('row');

test('adds a complete resource with one file, in browser and server (spec 13.7)', async () => {
  // A page of another role, and a refused record.
  allowLog(/status of 4\d\d/);
  const admin = await portal.newPage();
  await signInAs(admin, 'admin');
  await admin.getByRole('link', { name: 'Supplies', exact: true }).click();
  await admin.getByText('No supplies yet.').waitFor();

  await admin.getByRole('main').getByRole('link', { name: 'Add Supply' }).first().click();
  await add(admin, 'Gloves', '40', 'In stock');
  await admin.getByText('Saved.').first().waitFor();
  await add(admin, 'Swabs', '1', 'Ordered');
  await admin.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name=item]')?.value === '');

  await admin.goto('/supplies');
  await admin.getByText('2 total').waitFor();
  // A custom page: menu entry, tab title and role.
  await admin.getByRole('link', { name: 'On its way', exact: true }).click();
  await admin.waitForURL('**/shelf');
  await admin.getByRole('region', { name: 'admin' }).getByText('Swabs: 1').waitFor();
  await admin.waitForFunction(() => document.title.startsWith('On its way'));
  await admin.goto('/laboratory-shelf');
  await admin.getByText("We can't seem to find the page you are looking for!").waitFor();
  await admin.goto('/supplies');

  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Export' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(csv.split('\r\n').length).toBe(3);
  expect(csv).toContain('Gloves,40');

  await settle(admin);
  expect(await violationsOf(admin)).toEqual([]);

  const laboratory = await pageAs(portal, 'laboratory');
  await laboratory.goto('/laboratory-supplies');
  await rows(laboratory).filter({ hasText: 'Gloves' }).waitFor();
  expect(await laboratory.getByRole('main').getByRole('link', { name: /^Add/ }).count()).toBe(0);
  const token = await laboratory.evaluate(() => localStorage.getItem('userAuthToken'));
  const refused = await laboratory.request.post('/api/v1/collections/supplies', {
    headers: { authorization: `Bearer ${token}` },
    data: { item: 'Sneaked in', state: 'Ordered' },
  });
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 403]);
  const employee = await pageAs(portal, 'employee');
  await employee.goto('/supplies');
  await employee.getByText("We can't seem to find the page you are looking for!").waitFor();

  // A page that hears of a change must not request it while the server is down.
  await Promise.all([laboratory.close(), employee.close(), admin.goto('about:blank')]);
  await portal.restart();
  await admin.goto('/supplies');
  await rows(admin).filter({ hasText: 'Gloves' }).waitFor();
  await admin.getByText('2 total').waitFor();
});

test('shows a resource of another host, and sends it no session (spec 13.11)', async () => {
  allowLog(/status of 4\d\d/);
  host.reset();
  const page = await pageAs(portal, 'admin');
  const sent: (string | undefined)[] = [];
  await page.route('**/stock-api/**', async (route) => {
    sent.push(route.request().headers().authorization);
    const json = { Ok: 1, Result: { Items: [{ ItemNo: 'i1', Descr: 'Tube' }], PageCount: 1 } };
    await route.fulfill({ json });
  });
  await page.goto('/stock');
  await rows(page).filter({ hasText: 'Tube' }).waitFor();
  // Asked for ahead of the portal's code or by it: a call that needs no token gets none.
  expect([...new Set(sent)]).toEqual([undefined]);

  await page.context().addCookies([{ name: 'ours', value: '1', url: portal.url }]);
  const reply = await page.goto('/kits');
  const policy = await reply?.headerValue('content-security-policy');
  expect(/connect-src ([^;]*)/.exec(policy ?? '')?.[1]?.split(' ')).toEqual(["'self'", host.origin]);
  expect(/img-src ([^;]*)/.exec(policy ?? '')?.[1]).not.toContain(host.origin);
  await rows(page).filter({ hasText: 'Kit 01' }).waitFor();
  const pager = page.getByRole('navigation', { name: 'Page 1' });
  await pager.getByRole('button', { name: 'Next page' }).click();
  await rows(page).filter({ hasText: 'Kit 11' }).waitFor();
  // Opened by its address, its cursor is not known.
  await page.goto('/kits?page=3');
  await rows(page).filter({ hasText: 'Kit 25' }).waitFor();
  await expect.poll(() => rows(page).filter({ hasText: 'Kit 21' }).first().textContent()).toMatch(/^21/);
  await expect.poll(() => page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
  // One record by its address; what the host refuses stands at the field.
  await page.goto('/kits/k24/edit');
  const inStock = page.getByRole('spinbutton', { name: 'In stock' });
  await inStock.fill('100');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('No more than 99 fit.').first().waitFor();
  await inStock.fill('99');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').first().waitFor();
  expect(host.kits.find(({ uuid }) => uuid === 'k24')).toEqual({ uuid: 'k24', name: 'Kit 24', in_stock: 99 });

  // It knows nobody any more: that is its own affair, and the session's host is not asked for a password.
  host.revoke(true);
  await page.goto('/kits');
  await page.getByRole('main').getByText('This ticket is none.').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('userAuthToken'))).not.toBeNull();
  const token = String(await page.evaluate(() => localStorage.getItem('userAuthToken')));
  for (const { headers } of host.asked) {
    expect(headers.cookie).toBeUndefined();
    expect(headers.referer).toBeUndefined();
    expect(JSON.stringify(headers)).not.toContain(token);
  }
});

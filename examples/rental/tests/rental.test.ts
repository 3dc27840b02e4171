import { type Client, type RunningApp, startApp } from 'portal-frame/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const CLERK = 'cleo@shop.test';
const CUSTOMER = 'ada@shop.test';
const PASSWORD = 'green ledgers upon 42 shelves';
const DAY = 24 * 60 * 60 * 1000;
/** Returns the date in `days` days as YYYY-MM-DD, in the time zone of the business. */
const dayAway = (days: number) => {
  const today = new Date().toLocaleDateString('sv', { timeZone: 'America/New_York' });
  return new Date(Date.parse(today) + days * DAY).toISOString().slice(0, 10);
};

let app: RunningApp;
let manager: Client;
let clerk: Client;
const ids: Record<string, string> = {};

/** Adds a record and keeps its id under a name. */
async function add(name: string, resource: string, values: object): Promise<void> {
  const { code, body } = await manager.post(`/collections/${resource}`, values);
  expect({ code, body }).toMatchObject({ code: 201 });
  ids[name] = body.id;
}
const book = (item: string, from: number, to: number, by: Client = manager) =>
  by.post('/collections/rentals', {
    ...{ item: ids[item], customer: ids.ada },
    ...{ from: dayAway(from), to: dayAway(to) },
  });
const act = (id: string, action: string, values: object = {}, by: Client = manager) =>
  by.post(`/collections/rentals/${id}/${action}`, values);
const stateOf = async (item: string) => (await manager.get(`/collections/items/${ids[item]}`)).body.state;

beforeAll(async () => {
  app = await startApp();
  manager = await app.signIn(app.manager.email, app.manager.password);
  // Creating an account requires reauthentication.
  await manager.post('/common/reauthenticate', { password: app.manager.password });
  await add('cleo', 'clerks', { fullName: 'Cleo Clerk', email: CLERK });
  await add('mike', 'mechanics', { fullName: 'Mike Mender', email: 'mike@shop.test' });
  await add('ada', 'customers', { fullName: 'Ada Byron', email: CUSTOMER, phone: '+12025550123' });
  await add('bob', 'customers', { fullName: 'Bob Byron', email: 'bob@shop.test', phone: '+12025550124' });
  await add('north', 'branches', { name: 'North', town: 'Springfield', clerks: [ids.cleo] });
  await add('south', 'branches', { name: 'South', town: 'Shelbyville' });
  await add('drill', 'tools', { name: 'Drill', kind: 'Drilling', value: 250 });
  await add('lift', 'tools', { name: 'Lift', kind: 'Lifting', value: 4_000 });
  await add('oldPrice', 'prices', { tool: ids.drill, from: '2026-01-01', perDay: 20, latePerDay: 30 });
  await add('newPrice', 'prices', { tool: ids.drill, from: dayAway(100), perDay: 25, latePerDay: 30 });
  await add('liftPrice', 'prices', { tool: ids.lift, from: '2026-01-01', perDay: 150, latePerDay: 200 });
  await add('drill12', 'items', { number: '12', tool: ids.drill, branch: ids.north });
  await add('drill13', 'items', { number: '13', tool: ids.drill, branch: ids.south });
  await add('lift1', 'items', { number: '1', tool: ids.lift, branch: ids.north });
  await app.setPassword({ email: CLERK, role: 'clerk' }, PASSWORD);
  clerk = await app.signIn(CLERK, PASSWORD);
});
afterAll(() => app?.stop());

test('prices a rental by the price list of its first day', async () => {
  expect((await book('drill13', 5, 7)).body).toMatchObject({ perDay: 20, price: 60, kind: 'Drilling' });
  expect((await book('drill13', 101, 102)).body).toMatchObject({ perDay: 25, price: 50 });
  expect(await book('drill13', -400, -399)).toMatchObject({ code: 400, body: { data: { errors: { item: /.+/ } } } });
});

test('refuses overlapping rentals of an item, and frees one that is back early', async () => {
  const first = (await book('drill12', 0, 9)).body;
  const second = await book('drill12', 9, 12);
  expect(second).toMatchObject({
    code: 409,
    body: { data: { errors: { from: expect.stringContaining('Ada Byron') } } },
  });
  expect((await book('drill12', 10, 12)).code).toBe(201);
  // All at once: only one of them gets the item.
  const codes = await Promise.all([20, 21, 22, 23].map(async (day) => (await book('drill12', day, 30)).code));
  expect(codes.toSorted()).toEqual([201, 409, 409, 409]);
  expect((await act(first.id, 'handOut')).code).toBe(200);
  expect(await stateOf('drill12')).toBe('Out');
  expect((await act(first.id, 'takeBack')).body).toMatchObject({
    state: 'Returned',
    returnedOn: dayAway(0),
    lateFee: 0,
  });
  expect(await stateOf('drill12')).toBe('In stock');
  expect((await book('drill12', 1, 8)).code).toBe(201);
});

test('charges every late day', async () => {
  const late = (await book('drill13', -12, -4)).body;
  await act(late.id, 'handOut');
  expect((await act(late.id, 'takeBack', { damage: 'Scratched' })).body).toMatchObject({
    lateFee: 120,
    damage: 'Scratched',
  });
});

test('takes a deposit only for expensive tools', async () => {
  const cheap = (await book('drill13', 40, 41)).body;
  expect((await act(cheap.id, 'handOut', { deposit: 50 })).code).toBe(400);
  const dear = (await book('lift1', 0, 20)).body;
  expect(await act(dear.id, 'handOut')).toMatchObject({ code: 400, body: { data: { errors: { deposit: /.+/ } } } });
  expect((await act(dear.id, 'handOut', { deposit: 500 })).body).toMatchObject({ state: 'Out', deposit: 500 });
  expect((await manager.delete(`/collections/rentals/${dear.id}`)).code).toBe(409);
  expect((await manager.delete(`/collections/rentals/${cheap.id}`)).code).toBe(200);
});

test('refuses to rent out an item in maintenance', async () => {
  const values = { item: ids.drill13, problem: 'Worn cable', mechanic: ids.mike, from: dayAway(0) };
  const repair = (await manager.post('/collections/maintenance', values)).body;
  expect((await manager.post('/collections/maintenance', values)).code).toBe(409);
  await manager.post(`/collections/maintenance/${repair.id}/begin`);
  expect(await stateOf('drill13')).toBe('In maintenance');
  const rental = (await book('drill13', 60, 61)).body;
  const refused = await act(rental.id, 'handOut');
  expect(refused).toMatchObject({ code: 409, body: { message: 'This item is in maintenance.' } });
  const done = await manager.post(`/collections/maintenance/${repair.id}/finish`, { cost: 35 });
  expect(done.body).toMatchObject({ state: 'Done', to: dayAway(0) });
  expect((await act(rental.id, 'handOut')).code).toBe(200);
});

test('lets a manager begin a repair, but not a clerk', async () => {
  const values = { problem: 'Worn belt', mechanic: ids.mike };
  const count = async () => (await manager.get('/collections/maintenance')).body.length;
  const before = await count();
  expect((await clerk.post(`/items/${ids.drill12}/broken`, values)).code).toBe(403);
  expect(await count()).toBe(before);
  const { code, body } = await manager.post(`/items/${ids.drill12}/broken`, values);
  expect(code).toBe(200);
  expect(await stateOf('drill12')).toBe('In maintenance');
  await manager.post(`/collections/maintenance/${body.data.repair}/finish`, { cost: 5 });
  expect(await stateOf('drill12')).toBe('In stock');
});

test('shows clerks the rentals of their branches, and customers their own', async () => {
  expect((await book('drill13', 70, 71, clerk)).code).toBe(400);
  expect((await book('drill12', 70, 71, clerk)).code).toBe(201);
  const items = (await clerk.get('/collections/items')).body;
  expect(items.map(({ number }: { number: string }) => number).toSorted()).toEqual(['1', '12']);
  await app.setPassword({ email: CUSTOMER, role: 'customer' }, PASSWORD);
  const customer = await app.signIn(CUSTOMER, PASSWORD);
  const rentals = (await customer.get('/collections/rentals?range=[0,99]')).body;
  expect(rentals.length).toBeGreaterThan(5);
  expect(rentals[0]).not.toHaveProperty('deposit');
  expect((await customer.get('/collections/customers')).code).toBe(403);
  const other = await manager.post('/collections/rentals', {
    ...{ item: ids.drill12, customer: ids.bob, from: dayAway(90), to: dayAway(91) },
  });
  expect((await customer.get(`/collections/rentals/${other.body.id}`)).code).toBe(404);
});

test('shows one menu entry per resource, a calendar with long rentals, and a reports tab', async () => {
  const page = await app.signInPage(app.manager.email, app.manager.password);
  await page.getByRole('heading', { name: 'Rentals', level: 1 }).waitFor();
  const menu = page.getByRole('navigation', { name: 'Main' });
  expect(await menu.getByRole('heading').allTextContents()).toEqual(['Counter', 'Stock', 'Business']);
  expect(await menu.getByRole('link').allTextContents()).toEqual([
    ...['Rentals', 'Requests', 'Customers', 'Tools', 'Items', 'Price list', 'Maintenance'],
    ...['Branches', 'Clerks', 'Mechanics', 'Settings'],
  ]);
  await page.getByRole('button', { name: 'Calendar' }).click();
  await page.getByRole('button', { name: 'Month' }).click();
  // The lift is out for three weeks: at least two rows of the month show it.
  await expect.poll(() => page.getByText('Lift 1').count()).toBeGreaterThan(1);
  await page.goto('/rentals');
  await page.getByRole('link', { name: 'Reports' }).click();
  const income = page.getByRole('region', { name: 'Income by month and kind' });
  await income.getByRole('columnheader', { name: 'Drilling' }).waitFor();
  const report = (await manager.get('/collections/rentals/reports/income')).body;
  const rentals: { price: number; kind: string }[] = (await manager.get('/collections/rentals?range=[0,99]')).body;
  const sumOf = (kind: string) => rentals.reduce((sum, one) => sum + (one.kind === kind ? one.price : 0), 0);
  expect(report.columns.map((one: { values: object }) => one.values)).toEqual(
    ['Drilling', 'Sawing', 'Lifting', 'Cleaning', 'Garden'].map((kind) => ({ sum_price: sumOf(kind) })),
  );
  await page.goto(`/items/${ids.drill12}/edit`);
  await page.getByRole('heading', { name: 'Edit Drill 12' }).waitFor();
  expect(app.errors).toEqual([]);
});

test('shows whole days and amounts below the name at 820 px', async () => {
  const page = await app.signInPage(app.manager.email, app.manager.password, { size: { width: 820, height: 1180 } });
  const lines = page.locator('.stacked .second');
  await lines.filter({ hasText: 'Last Day' }).first().waitFor();
  const texts = await lines.allInnerTexts();
  expect(texts.filter((text) => !/^(Last Day: \w{3} \d{1,2}, \d{4}|Price: \$[\d,]+\.\d{2})$/.test(text))).toEqual([]);
  const cut = (boxes: Element[]) =>
    boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.innerHTML);
  expect(await lines.evaluateAll(cut)).toEqual([]);
});

test('shows people without an account the price list only', async () => {
  const page = await app.newPage({ size: { width: 390, height: 844 } });
  await page.goto('/public/prices');
  await expect.poll(() => page.locator('h1').textContent()).toBe('Price list');
  const rows = await page.locator('tbody tr').allTextContents();
  expect(rows.join()).toContain('$20.00');
  // Not valid yet, and no field of a tool but its name.
  expect(rows.join()).not.toContain('$25.00');
  expect(await page.content()).not.toContain('250');
  expect(await page.locator('script').count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await page.close();
});

test('answers a request without an account by mail, and accepts it by its link', async () => {
  const page = await app.newPage({ size: { width: 390, height: 844 } });
  await page.goto('/public/request');
  await page.getByLabel('Tool').selectOption('Drill');
  await page.getByLabel('From').fill(dayAway(9));
  await page.getByLabel('Last Day').fill(dayAway(8));
  await page.getByLabel('Name').fill('Vera Visitor');
  await page.getByLabel('Email').fill('vera@guest.test');
  // The form takes nothing that comes faster than people write.
  await page.waitForTimeout(3_100);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('It ends before it begins.').waitFor();
  await page.getByLabel('Last Day').fill(dayAway(10));
  await page.waitForTimeout(3_100);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('We answer by mail, mostly on the same day.').waitFor();
  const linkIn = (mail: string) => /\/public\/link\/[\w.-]+/.exec(mail.replace(/=\r?\n/g, ''))?.[0] ?? 'no link';
  await page.goto(linkIn(await app.waitForMail('vera@guest.test')));
  expect(await page.locator('dl').textContent()).toMatch(/Drill.*Asked/s);
  expect(await page.content()).not.toContain('vera@guest.test');
  const [request] = (await clerk.get('/collections/requests')).body;
  expect(request).toMatchObject({ name: 'Vera Visitor', state: 'Asked', createdBy: null });
  const offer = await clerk.post(`/collections/requests/${request.id}/offer`, { answer: 'Yes, for $40.' });
  expect(offer.code).toBe(200);
  await page.reload();
  await page.getByText('Yes, for $40.').waitFor();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText('We have reserved it for you.').waitFor();
  expect((await clerk.get(`/collections/requests/${request.id}`)).body.state).toBe('Accepted');
  expect(await page.getByRole('button').count()).toBe(0);
  await page.close();
});

test('deletes uncollected reservations in the nightly job', async () => {
  await add('saw', 'items', { number: '99', tool: ids.drill, branch: ids.north });
  const { body: old } = await book('saw', -9, -8);
  const { body: open } = await book('saw', 8, 9);
  expect(await app.runJob('uncollected reservations')).toEqual({ deleted: 1 });
  const codes = await Promise.all(
    [old, open].map(async ({ id }) => (await manager.get(`/collections/rentals/${id}`)).code),
  );
  expect(codes).toEqual([404, 200]);
  await expect(app.runJob('no such job')).rejects.toThrow(
    /No job "no such job" has a schedule.*uncollected reservations/,
  );
});

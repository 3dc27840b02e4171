import { type AnyResource, children, type Fields, money, number, reference, text } from 'portal-frame';
import { type ConfigError, checkResources } from 'portal-frame/internal';
import { getPageRoles } from 'portal-frame/roles';
import { resourceOf } from 'portal-frame/testing/helpers';
import { expect, test } from 'vitest';
import orders from '../fixtures/orders.ts';
import orderTests from '../fixtures/orderTests.ts';
import { hasPlugin, serverForAll } from './harness.ts';
import { clientOf } from './supplies.ts';
import { versionsOf } from './tables.ts';
import { readTrail } from './trail.ts';

type Row = { id: string; version: number } & Record<string, unknown>;
const server = serverForAll({}, { resources: [orders, orderTests] as unknown as AnyResource[] });
let made = 0;
const admin = (name = 'orders') => clientOf(server, 'admin', name);
const laboratory = (name = 'orders') => clientOf(server, 'laboratory', name);
const given = (row: Row) => [row.analyte, row.place];

async function order(tests: object[], own: object = {}): Promise<Row & { tests: Row[] }> {
  const values = { number: `O-${++made}`, laboratory: server.ids.laboratory, tests, ...own };
  const { http, body } = await admin().create(values);
  expect([http, body.data?.errors]).toEqual([201, undefined]);
  return body;
}
const rowsOf = async (id: string): Promise<Row[]> => (await admin().one(id)).body.tests;

test('adds rows with their record, and keeps and returns them in order', async () => {
  const { id, tests } = await order([
    { analyte: 'Glucose', price: 12.5 },
    { analyte: 'Calcium', tube: 'EDTA' },
  ]);
  expect(tests.map(given)).toEqual([
    ['Glucose', 1],
    ['Calcium', 2],
  ]);
  expect(tests[0]).toMatchObject({ order: id, tube: 'Serum', price: 12.5, version: 1 });
  expect((await rowsOf(id)).map(given)).toEqual(tests.map(given));
  // Lists do not hold them: what is asked for there is one row each.
  expect((await admin().list({ filter: { id } })).body[0]).not.toHaveProperty('tests');
});

test('adds, changes, removes and moves rows in one save, and keeps the others (spec 13.4)', async () => {
  const { id, version, tests } = await order(['A', 'B', 'C', 'D'].map((analyte) => ({ analyte })));
  const [a, b, c, d] = tests as [Row, Row, Row, Row];
  const sent = [
    { id: c.id },
    { id: a.id, version: a.version, amount: 3 },
    { analyte: 'E' },
    { id: b.id, version: b.version, removed: true },
  ];
  const { http, body } = await admin().update(id, { version, tests: sent });
  expect(http).toBe(200);
  expect((body.tests as Row[]).map(({ analyte, amount, version: of }) => [analyte, amount, of])).toEqual([
    ['C', 1, 1],
    ['A', 3, 2],
    ['D', 1, 1],
    ['E', 1, 1],
  ]);
  // Rows that did not move count as unchanged.
  const untouched = (await admin('orderTests').one(d.id)).body;
  expect(untouched.version).toBe(d.version);
  expect((await admin('orderTests').one(b.id)).http).toBe(404);
});

test('appends a row that is sent alone', async () => {
  const { id, tests } = await order(['A', 'B', 'C'].map((analyte) => ({ analyte })));
  const [a] = tests as [Row];
  const { body } = await admin().update(id, { tests: [{ analyte: 'D' }, { analyte: 'E' }] });
  expect((body.tests as Row[]).map(({ analyte }) => analyte)).toEqual(['A', 'B', 'C', 'D', 'E']);
  await admin().update(id, { tests: [{ id: a.id, version: a.version, removed: true }, { analyte: 'F' }] });
  expect((await rowsOf(id)).map(({ analyte }) => analyte)).toEqual(['B', 'C', 'D', 'E', 'F']);
});

test('reports errors at the cell, and saves nothing', async () => {
  const { id, version, tests } = await order([{ analyte: 'A' }]);
  const wrong = await admin().update(id, {
    version,
    urgency: 'Urgent',
    tests: [{ id: tests[0]?.id }, { analyte: 'B' }, { analyte: '', amount: 0 }],
  });
  expect([wrong.http, Object.keys(wrong.body.data.errors)]).toEqual([400, ['tests.2.analyte', 'tests.2.amount']]);
  expect((await admin().one(id)).body).toMatchObject({ urgency: 'Routine', version });
  expect(await rowsOf(id)).toHaveLength(1);
  const created = await admin().create({ number: 'O-wrong', laboratory: server.ids.laboratory, tests: [{}] });
  expect([created.http, Object.keys(created.body.data.errors)]).toEqual([400, ['tests.0.analyte']]);
  expect((await admin().list({ filter: { q: 'O-wrong' } })).body).toEqual([]);
});

test('refuses an outdated row that another window changed or removed', async () => {
  const { id, tests } = await order([{ analyte: 'A' }, { analyte: 'B' }]);
  const [a, b] = tests as [Row, Row];
  const change = (row: object) => admin().update(id, { tests: [row] });
  expect((await change({ id: a.id, version: a.version, amount: 2 })).http).toBe(200);
  for (const late of [{ amount: 3 }, { removed: true }]) {
    const { http, body } = await change({ id: a.id, version: a.version, ...late });
    expect([http, Object.keys(body.data.errors)]).toEqual([409, ['tests.0']]);
  }
  expect((await change({ id: b.id, version: b.version, removed: true })).http).toBe(200);
  expect((await change({ id: b.id, version: b.version, amount: 2 })).http).toBe(404);
  // A row that somebody added meanwhile is not taken away by who does not know of it.
  await admin('orderTests').create({ order: id, analyte: 'C' });
  expect((await change({ id: a.id })).http).toBe(200);
  expect((await rowsOf(id)).map(({ analyte }) => analyte)).toEqual(['C', 'A']);
});

test('applies the rights of the rows’ own collection', async () => {
  const { id, tests } = await order([{ analyte: 'A', price: 5 }]);
  const [a] = tests as [Row];
  const own = await laboratory().one(id);
  expect(own.body.tests).toHaveLength(1);
  expect(own.body.tests[0]).not.toHaveProperty('price');
  const change = (rows: object[]) => laboratory().update(id, { tests: rows });
  expect((await change([{ analyte: 'New' }])).http).toBe(403);
  expect((await change([{ id: a.id, version: a.version, removed: true }])).http).toBe(403);
  // Fields that this role may not fill in are refused, as everywhere.
  expect((await change([{ id: a.id, version: a.version, price: 1, amount: 2 }])).body.data.errors).toEqual({
    'tests.0.price': 'This cannot be changed here.',
  });
  expect((await change([{ id: a.id, version: a.version, amount: 2 }])).http).toBe(200);
  expect((await admin('orderTests').one(a.id)).body).toMatchObject({ price: 5, amount: 2 });
  const foreign = await order([{ analyte: 'X' }], { laboratory: server.ids.laboratory2 });
  expect((await laboratory().one(foreign.id)).http).toBe(404);
  // Another order's row is none of this one's, by whatever order it is sent.
  const [x] = foreign.tests as [Row];
  expect((await change([{ id: x.id, version: x.version, amount: 9 }])).http).toBe(404);
  expect((await admin().update(id, { tests: [{ id: x.id, amount: 9 }] })).http).toBe(404);
});

test('records each row in history and audit trail', async () => {
  const { id, tests } = await order([{ analyte: 'A' }]);
  const [a] = tests as [Row];
  await admin().update(id, { tests: [{ id: a.id, version: a.version, amount: 4 }, { analyte: 'B' }] });
  const [latest] = await versionsOf(server, a.id);
  expect(latest).toMatchObject({ before: { amount: 1 }, after: { amount: 4 } });
  const rows = (await readTrail(server)).filter(
    ({ deed, resource }) =>
      ['orders', 'orderTests'].includes(resource) && ['create', 'change', 'delete'].includes(deed),
  );
  expect(
    rows
      .slice(-3)
      .map(({ deed, resource }) => `${deed} ${resource}`)
      .toSorted(),
  ).toEqual(['change orderTests', 'change orders', 'create orderTests']);
  // A deletion takes its rows along, as their reference says.
  await admin().remove(id);
  expect((await admin('orderTests').one(a.id)).http).toBe(404);
  if (hasPlugin('trash')) expect((await admin('orderTests').send('GET', `/bin/${a.id}`)).http).toBe(200);
});

test('limits the number of rows', async () => {
  const many = Array.from({ length: 101 }, (_, at) => ({ analyte: `A${at}` }));
  const refused = await admin().create({ number: 'O-many', laboratory: server.ids.laboratory, tests: many });
  expect([refused.http, Object.keys(refused.body.data.errors)]).toEqual([400, ['tests']]);
  const { id } = await order(many.slice(1));
  expect((await admin().update(id, { tests: [{ analyte: 'one more' }] })).http).toBe(400);
  expect(await rowsOf(id)).toHaveLength(100);
});

test.each<[string, object, string]>([
  [
    'resource',
    { resource: 'linez' },
    'fields.lines.resource: found "linez", expected the name of a resource without calls of its own. Did you mean "lines"?',
  ],
  [
    'field',
    { field: 'title' },
    'fields.lines.field: found "title", expected a reference of lines to bills that keeps its id.',
  ],
  [
    'columns',
    { columns: ['bill', 'title'] },
    'fields.lines.columns.0: found "bill", expected a field that the server does not fill in itself.',
  ],
  [
    'missing column',
    { columns: ['cost'] },
    'fields.lines.columns: found ["cost"], expected title among them, as it is required.',
  ],
  [
    'position',
    { columns: ['title'], position: 'cost' },
    'fields.lines.position: found "cost", expected a number of lines. There are place.',
  ],
  [
    'unsorted',
    { position: 'place' },
    'fields.lines.position: found "place", expected a number that the list of lines can be sorted by.',
  ],
  ['most', { most: 900 }, 'fields.lines.most: found 900, expected an integer from 1 to 500.'],
])('reports a wrong %s at the start', (_, options, expected) => {
  const bill = reference({ to: 'bills', text: '{title}' });
  const fields = { bill, title: text({ required: true }), cost: money(), place: number() } as Fields;
  const lines = resourceOf('lines', fields, {
    list: { columns: ['title'] },
    create: { groups: [{ label: 'Line', fields: ['bill', 'title', 'cost'] }] },
    roles: { admin: { list: '/lines', can: ['list', 'create'] } },
  });
  const rows = children({ resource: 'lines', field: 'bill', columns: ['title', 'cost'], ...options });
  const roles = { admin: { list: '/bills', can: ['list', 'create'] } };
  const bills = resourceOf('bills', { title: text(), lines: rows } as Fields, { roles });
  let reported: string[] = [];
  try {
    checkResources({ 'src/resources/bills.ts': bills, 'src/resources/lines.ts': lines }, { roles: getPageRoles() });
  } catch (error) {
    reported = (error as ConfigError).errors;
  }
  expect(reported).toEqual([`src/resources/bills.ts: ${expected}`]);
});

import { sql } from 'kysely';
import {
  type AnyRecord,
  type AnyResource,
  address,
  choice,
  date,
  dateTime,
  email,
  type Fields,
  longText,
  me,
  money,
  number,
  phone,
  reference,
  references,
  text,
  toggle,
} from 'portal-frame';
import { formatCsv } from 'portal-frame/internal';
import { adminSpanish, toExportTable } from 'portal-frame/internal/browser';
import { type CollectionRow, toCollectionDb } from 'portal-frame/internal/records';
import { getServerTexts } from 'portal-frame/server';
import { resourceOf } from 'portal-frame/testing/helpers';
import adminEnglish from 'ra-language-english';
import { expect, test } from 'vitest';
import expenses from '../fixtures/expenses.ts';
import orders from '../fixtures/orders.ts';
import { type Person, serverForAll } from './harness.ts';
import { sendCollectionImport } from './importing.ts';
import { clientOf } from './supplies.ts';

const all = ['list', 'create', 'edit', 'delete', 'export', 'import'] as const;
const title = text({ required: true });
const roles = { admin: { can: all } };
const shelves = resourceOf(
  'shelves',
  { title, row: text({ read: ['admin'] }), code: text({ unique: true }) },
  { roles },
);
/** A field of every kind that fits into a cell. */
const goods = resourceOf(
  'goods',
  {
    title: text({ required: true, unique: true, label: { en: 'Title', es: 'Título' } }),
    note: longText(),
    mail: email(),
    call: phone(),
    place: address(),
    amount: number({ integer: true }),
    weight: number(),
    price: money(),
    fragile: toggle(),
    bestBefore: date(),
    arrivedAt: dateTime(),
    state: choice({ choices: ['new', 'used'], values: { used: { label: { en: 'Second hand', es: 'Usado' } } } }),
    shelf: reference({ to: 'shelves', text: '{title} - {row}' }),
    shelfCode: reference({ to: 'shelves', text: '{title}', value: 'code' }),
    laboratory: reference({ to: 'laboratories', text: '{fullName}' }),
    near: references({ to: 'shelves', text: '{title} - {row}' }),
    staff: references({ to: 'employees', text: '{employeeId} - {fullName}' }),
  } as Fields,
  {
    list: { columns: ['title'], sort: { field: 'title', order: 'ASC' } },
    roles: { admin: { can: all }, employee: { can: ['list'] } },
  },
);
const parcels = resourceOf(
  'parcels',
  { title, shelf: reference({ to: 'shelves', text: '{title} - {row}' }) } as Fields,
  { roles: { admin: { can: all }, employee: { can: ['create', 'import'] } } },
);
/** A laboratory sees, and adds, what stands on its own shelves, and what is new. */
const rooms = resourceOf(
  'rooms',
  { title, laboratory: reference({ to: 'laboratories', text: '{fullName}' }) } as Fields,
  { roles: { admin: { can: all }, laboratory: { can: ['list'] } } },
);
const crates = resourceOf(
  'crates',
  {
    title,
    room: reference({ to: 'rooms', text: '{title}' }),
    keepers: references({ to: 'laboratories', text: '{fullName}' }),
    state: choice({ choices: ['new', 'used'], default: 'used' }),
  } as Fields,
  {
    roles: {
      admin: { can: all },
      laboratory: {
        can: ['list', 'create', 'import'],
        where: { or: [{ 'room.laboratory': me }, { keepers: me }, { state: 'new' }] },
      },
    },
  },
);
/** Goods of other names: what is exported of one is imported into the other. */
const likeGoods = (name: string): AnyResource => ({ ...goods, name, roles });
const COLLECTIONS = [shelves, goods, likeGoods('wares'), likeGoods('stores'), parcels, rooms, crates];
const ALL = [...COLLECTIONS, expenses as unknown as AnyResource];

/** How the portal writes a switch. */
const YES_NO: Record<'en' | 'es', Record<string, string>> = {
  en: { 'ra.boolean.true': adminEnglish.ra.boolean.true, 'ra.boolean.false': adminEnglish.ra.boolean.false },
  es: { 'ra.boolean.true': adminSpanish.ra.boolean.true, 'ra.boolean.false': adminSpanish.ra.boolean.false },
};

const server = serverForAll({ TIME_ZONE: 'America/New_York' }, { resources: ALL });

const send = (by: Person, name: string, content: string, dryRun = false, language = 'en') =>
  sendCollectionImport(server, name, content, { by, dryRun, language });
const records = async (name: string, person: Person = 'admin') =>
  (await clientOf(server, person, name).list({ range: [0, 999] })).body as AnyRecord[];
const rowsOf = (rowErrors: { row: number; field: string; message: string }[]) =>
  rowErrors.map(({ row, field, message }) => [row, field, message]);

/** The records as the portal's export writes them. */
const exported = async (language: 'en' | 'es', name = 'goods') =>
  formatCsv(
    toExportTable(goods, await records(name), {
      t: (key, options) => YES_NO[language][key] ?? getServerTexts(language).translate(key, options),
      locale: language,
      timeZone: 'America/New_York',
    }),
  );

test.each(['en', 'es'] as const)(
  'exports the same again (%s) after an import into an empty collection',
  async (language) => {
    const shelf = (
      await clientOf(server, 'admin', 'shelves').create({
        title: `Cold ${language}`,
        row: `B, "2" ${language}`,
        code: `=1 ${language}`,
      })
    ).body;
    const other = (await clientOf(server, 'admin', 'shelves').create({ title: `Warm; ${language}` })).body;
    const values = [
      { title: 'Plain' },
      {
        title: 'He said "no", twice',
        note: 'First line\nsecond; =1+1\n-third',
        mail: 'a@lab.test',
        call: '2155550100',
      },
      {
        title: '=SUM(A1:A9)',
        place: '12 Elm Street, Ápt. 4',
        amount: -12345,
        weight: 0.125,
        price: 1234.5,
        fragile: false,
      },
      {
        title: '@home;-1',
        bestBefore: '2026-03-08',
        arrivedAt: '2026-03-08T18:30:00.000Z',
        fragile: true,
        state: 'new',
      },
      {
        title: 'Ñandú',
        state: 'used',
        shelf: shelf.id,
        shelfCode: shelf.code,
        laboratory: server.ids.laboratory,
        near: [other.id, shelf.id],
        staff: [server.ids.employee2, server.ids.employee],
      },
    ];
    const client = clientOf(server, 'admin', 'goods');
    for (const one of values) expect((await client.create(one)).body.data?.errors).toBeUndefined();
    const before = await exported(language);
    const first = await records('goods');
    for (const { id } of first) await client.remove(id);
    expect(await records('goods')).toEqual([]);
    const { http, body } = await send('admin', 'goods', before, false, language);
    expect([http, body.data?.rowErrors, body.written]).toEqual([200, undefined, 5]);
    expect(await exported(language)).toBe(before);
    const bare = (list: AnyRecord[]) => list.map(({ id: _, createdAt: _c, changedAt: _d, ...rest }) => rest);
    expect(bare(await records('goods'))).toEqual(bare(first));
    for (const { id } of await records('goods')) await client.remove(id);
  },
);

test('exports amounts as plain numbers, without internal fields', () => {
  const fields = {
    charge: money({ min: -1000 }),
    rate: money({ min: -1000, decimals: 3 }),
    key: text({ exported: false }),
    secret: text({ read: [] }),
  } as Fields;
  const intl = { t: (key: string) => key, locale: 'es', timeZone: 'America/New_York' };
  const values = [
    [-225, -1.725],
    [1234.5, 0.1],
  ];
  const records = values.map(([charge, rate], at) => ({ id: `${at}`, charge, rate, key: 'k' }));
  const table = toExportTable(resourceOf('entries', fields, { roles }), records, intl);
  // Spanish reads three decimals as thousands, so a fourth stands behind them.
  expect(formatCsv(table.slice(1)).slice(1).split('\r\n')).toEqual(['-225.00,-1.7250', '1234.50,0.10']);
});

test('leaves out child rows in an export, as lists do not contain them', () => {
  const intl = { t: (key: string) => key, locale: 'en', timeZone: 'America/New_York' };
  const [head] = toExportTable(orders as unknown as AnyResource, [], intl);
  const [laboratory, urgency] = ['laboratory', 'urgency'].map((name) => `resources.orders.fields.${name}`);
  expect(head).toEqual(['Number', laboratory, urgency, 'How many', 'Most of one', 'Total']);
});

test('reports each wrong cell, and writes nothing (spec 13.10)', async () => {
  const file =
    'Title,Amount,Price,Best Before,State,Shelf,Fragile\n,x,1,2026-02-30,old,Nowhere,maybe\nA,1,2,,,,\na,1,2,,,,\nB,1,-2,,,,';
  const { http, body } = await send('admin', 'goods', file, true);
  expect(http).toBe(200);
  expect(
    rowsOf(body.rowErrors)
      .map(([row, field]) => `${row} ${field}`)
      .toSorted(),
  ).toEqual(
    ['2 title', '2 amount', '2 bestBefore', '2 state', '2 shelf', '2 fragile', '4 title', '5 price'].toSorted(),
  );
  expect(rowsOf(body.rowErrors)).toContainEqual([2, 'title', 'Title is required']);
  const real = await send('admin', 'goods', file);
  expect([real.http, real.body.data.rowErrors.length]).toEqual([400, 8]);
  expect(await records('goods')).toEqual([]);
});

test('accepts several references in a cell by label or id, and reports unknown ones', async () => {
  const shelf = (await clientOf(server, 'admin', 'shelves').create({ title: 'One, of "two"', row: 'x' })).body;
  const other = (await clientOf(server, 'admin', 'shelves').create({ title: 'Two', row: 'x' })).body;
  const near = `Two - X; ${shelf.id}, two - x`;
  const quoted = '"""One, of """"two"""" - x"", Two - x"';
  const file = `Title,Near\nA,"${near}"\nB,${quoted}\nC," , "`;
  expect((await send('admin', 'goods', file)).body).toMatchObject({ written: 3 });
  const made = await records('goods');
  const nearOf = (title: string) => made.find((one) => one.title === title)?.near;
  expect([nearOf('A'), nearOf('B'), nearOf('C')]).toEqual([[other.id, shelf.id], [shelf.id, other.id], null]);
  const wrong = await send('admin', 'goods', `Title,Near\nD,"Two - x, Three"`, true);
  expect(rowsOf(wrong.body.rowErrors)).toEqual([[2, 'near', '“Three” was not found. Give the “Title - Row” or id.']]);
  // Each reference says what its own records are called by, in the language of who imports.
  await clientOf(server, 'admin', 'shelves').create({ title: 'Two', row: 'y' });
  const others = 'Title,Shelf Code,Staff,Laboratory\nE,Two,EMP-0,Nowhere';
  expect(rowsOf((await send('admin', 'goods', others, true)).body.rowErrors)).toEqual([
    [2, 'shelfCode', '“Two” was not found. Give the “Title”, “Code”, or id.'],
    [2, 'staff', '“EMP-0” was not found. Give the “Employee ID - Full Name” or id.'],
    [2, 'laboratory', '“Nowhere” was not found. Give the “Full Name” or id.'],
  ]);
  const twice = await send('admin', 'goods', 'Title,Near\nF,"Two - x"', true, 'es');
  expect(rowsOf(twice.body.rowErrors)).toEqual([]);
  for (const { id } of made) await clientOf(server, 'admin', 'goods').remove(id);
});

test('finds a record by its label among thousands', async () => {
  const { db } = server.services;
  const all = clientOf(server, 'admin', 'shelves');
  const { id } = (await all.create({ title: 'Near by' })).body;
  const { rows } = await sql<Record<string, unknown>>`select * from c_shelves where id = ${id}`.execute(db);
  const copies = Array.from({ length: 12_000 }, (_, n) => ({ ...rows[0], id: n.toString(16).padStart(24, '0') }));
  for (let from = 0; from < copies.length; from += 1000)
    await toCollectionDb(db)
      .insertInto('c_shelves')
      .values(copies.slice(from, from + 1000) as CollectionRow[])
      .execute();
  const far = (await all.create({ title: 'Far away' })).body;
  expect((await send('admin', 'parcels', 'Title,Shelf\nA,Far away')).body).toMatchObject({ written: 1 });
  expect((await records('parcels')).map(({ shelf }) => shelf)).toEqual([far.id]);
  const several = await send('admin', 'parcels', 'Title,Shelf\nB,Near by', true);
  expect(several.body.rowErrors).toHaveLength(1);
  await sql`delete from c_shelves where id < '1'`.execute(db);
});

test('names only readable fields in the error of a reference', async () => {
  const { body } = await send('employee', 'parcels', 'Title,Shelf\nA,Nowhere', true);
  expect(rowsOf(body.rowErrors)).toEqual([[2, 'shelf', '“Nowhere” was not found. Give the “Title” or id.']]);
});

test('reports a duplicate value in a dry run, which writes nothing', async () => {
  await clientOf(server, 'admin', 'goods').create({ title: 'Taken' });
  const tried = await send('admin', 'goods', 'Title\nNew\nTAKEN', true);
  expect(rowsOf(tried.body.rowErrors)).toEqual([[3, 'title', 'This value is already in use.']]);
  const good = await send('admin', 'goods', 'Title,Price\nNew,"$1,234.50"', true);
  expect(good.body).toMatchObject({
    rows: 1,
    written: 0,
    rowErrors: [],
    preview: [{ id: '2', title: 'New', price: 1234.5 }],
  });
  expect((await records('goods')).map(({ title }) => title)).toEqual(['Taken']);
});

test('imports by the form and rights of the person, ignoring fields they may not write', async () => {
  const file = 'Title,Kind,Amount,Spent At\nBridge,Parking,4.50,3/9/2026 2:30 PM';
  expect((await send('employee', 'expenses', file)).body).toMatchObject({ written: 1, ignored: [] });
  expect(await records('expenses', 'employee')).toMatchObject([
    { title: 'Bridge', kind: 'Parking', amount: 4.5, spentAt: '2026-03-09T18:30:00.000Z', paidBy: server.ids.employee },
  ]);
  expect(await records('expenses', 'employee2')).toEqual([]);
  const more = await send('employee', 'expenses', 'Title,Amount,Spent At,Refund\nx,1,2026-03-09T12:00,99');
  expect(more.body).toMatchObject({ written: 1, ignored: ['Refund'] });
  expect((await records('expenses')).map(({ refund }) => refund)).toEqual([null, null]);
  expect((await send('employee', 'goods', 'Title\nx')).http).toBe(403);
  expect((await send('laboratory', 'expenses', file)).http).toBe(403);
});

test('reports rows that the user would not see, and writes nothing', async () => {
  const room = async (title: string, person: Person) =>
    (await clientOf(server, 'admin', 'rooms').create({ title, laboratory: server.ids[person] })).http;
  expect([await room('Ours', 'laboratory'), await room('Theirs', 'laboratory2')]).toEqual([201, 201]);
  const own = server.ids.laboratory;
  const file = `Title,Room,Keepers,State\nA,Ours,,\nB,Theirs,,\nC,Theirs,,new\nD,,,\nE,,${own},\nF,Theirs,,used`;
  const unseen = 'With these values, you would not be able to see the record yourself.';
  const found = [2, 4, 6].map((at) => [at + 1, '', unseen]);
  const tried = await send('laboratory', 'crates', file, true);
  expect([rowsOf(tried.body.rowErrors), tried.body.errorCount]).toEqual([found, 3]);
  const real = await send('laboratory', 'crates', file);
  expect([real.http, rowsOf(real.body.data.rowErrors)]).toEqual([400, found]);
  expect(await records('crates')).toEqual([]);
  expect((await send('admin', 'crates', file, true)).body.rowErrors).toEqual([]);
  const good = file.split('\n').filter((_, at) => ![2, 4, 6].includes(at));
  expect((await send('laboratory', 'crates', good.join('\n'))).body).toMatchObject({ written: 3, rowErrors: [] });
});

test('writes an audit entry for each record, and one for a dry run', async () => {
  await send('admin', 'shelves', 'Title,Code\nOne,1\nTwo,2', true);
  await send('admin', 'shelves', 'Title,Code\nOne,1\nTwo,2');
  const { entries } = (await server.as('admin', 'audit', { query: { resource: 'shelves' } })).data;
  const operations = entries.map(({ operation }: { operation: string }) => operation);
  expect(operations.slice(0, 3)).toEqual(['create', 'create', 'read']);
});

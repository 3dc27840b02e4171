import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measuresOf } from '../../frame/config/reports.ts';
import { defineResource } from '../../frame/config/resource.ts';
import { ME } from '../../frame/config/rows.ts';
import { choice, date, dateTime, email, money, number, reference, text, toggle } from '../../frame/fields/index.ts';
import type { Collection } from '../../frame/server/collections/collection.ts';
import { type Condition, talliesOf } from '../../frame/server/collections/counts.ts';
import { collectionDb } from '../../frame/server/collections/db.ts';
import { planCollections } from '../../frame/server/collections/plan.ts';
import { readFilter } from '../../frame/server/collections/query.ts';
import { groupsBy, periodsBy, reckon, type Scope } from '../../frame/server/collections/reckoning.ts';
import { seenInList } from '../../frame/server/collections/rows.ts';
import { columnsFor, type Values } from '../../frame/server/collections/rowValues.ts';
import { makeTables } from '../../frame/server/collections/tables.ts';
import type { Services } from '../../frame/server/services.ts';
import { openStore, type Store } from '../../frame/server/store/open.ts';
import { casesOf, isNightly } from '../../frame/tests/api/size.ts';
import { READER } from '../bench/collectionRows.ts';
import books from '../fixtures/books.ts';
import copies from '../fixtures/copies.ts';
import loans from '../fixtures/loans.ts';
import { freshDatabase } from './harness.ts';

/** Its clock goes forward on March 8, 2026, and back on November 1. */
const ZONE = 'America/New_York';
const OTHERS = ['amount', 'miles', 'rate', 'mail', 'note', 'third'] as const;
const reads = defineResource({
  name: 'reads',
  icon: 'chart',
  fields: {
    kind: choice({ choices: ['A', 'B', 'C'] }),
    owner: reference({ to: 'employees', text: '{fullName}' }),
    ready: toggle(),
    amount: money(),
    miles: number({ integer: true }),
    rate: number(),
    name: text(),
    /** Beside the reference and the choices that are counted by: what else reports tell apart. */
    mail: email(),
    note: text({ most: 1000 }),
    second: reference({ to: 'employees', text: '{fullName}' }),
    third: reference({ to: 'employees', text: '{fullName}' }),
    at: dateTime(),
    on: date(),
  },
  list: {
    columns: ['kind'],
    filters: [
      'kind',
      'ready',
      { field: 'at', name: 'since', test: 'from' },
      { field: 'at', name: 'until', test: 'to' },
      { field: 'at', name: 'oneDay', test: 'day' },
      { field: 'on', name: 'onSince', test: 'from' },
    ],
  },
  reports: {
    weeks: {
      label: 'Weeks',
      measures: ['count', { sum: 'amount' }, { average: 'miles' }, { sum: 'rate' }],
      groupBy: { field: 'at', by: 'week' },
      filters: ['since', 'until', 'oneDay'],
    },
    months: {
      label: 'Months',
      measures: [{ average: 'amount' }, { sum: 'miles' }, { average: 'rate' }],
      groupBy: { field: 'on', by: 'month' },
    },
    kinds: {
      label: 'Kinds',
      measures: [{ sum: 'miles' }, { min: 'miles' }, { max: 'amount' }, { min: 'rate' }],
      groupBy: 'kind',
    },
    ofReady: { label: 'Ready', measures: [{ max: 'rate' }], rows: { ready: true } },
    names: {
      label: 'Names',
      measures: [{ sum: 'amount' }, { average: 'miles' }, { sum: 'rate' }],
      groupBy: 'name',
      filters: ['kind'],
    },
    switches: { label: 'Switches', measures: [{ max: 'miles' }], groupBy: 'ready' },
    ...Object.fromEntries(
      OTHERS.map((field) => [
        `by${field}`,
        {
          ...{ label: field, measures: ['count', { sum: 'amount' }, { average: 'miles' }, { sum: 'rate' }] },
          ...{ groupBy: field, filters: ['kind'] },
        },
      ]),
    ),
    owners: { label: 'Owners', measures: [{ average: 'miles' }], groupBy: 'owner' },
  },
  roles: {
    admin: { list: '/reads', can: ['list', 'create'] },
    employee: { list: '/own', can: ['list'], own: 'owner' },
  },
});

let folder: string;
let drop: () => Promise<void>;
let store: Store;
let collection: Collection;
const seen: string[] = [];
const plan = (resource: unknown = reads) => planCollections([resource as typeof reads])[0] as Collection;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-sums-'));
  const fresh = await freshDatabase();
  drop = fresh.drop;
  store = await openStore({ dataDir: folder, databaseUrl: fresh.url ?? '' });
  collection = plan();
  await makeTables(store, [collection], ZONE);
});
afterAll(async () => {
  await store.close();
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

const columnOf = (name: string, of = collection) =>
  of.columns.find((one) => one.name === name) as Collection['columns'][number];

/** What is reckoned of the records that meet these conditions: by what is kept, or with `byRecords` by the records. */
function scopeOf(where: readonly Condition[], byRecords: boolean, of = collection): Scope {
  const read: Store['readers']['read'] = (query) => {
    seen.push(query.compile().sql);
    return store.readers.read(query);
  };
  const services = {
    db: store.db,
    store: { ...store, readers: { ...store.readers, read } },
    config: { timeZone: ZONE },
  };
  const measures = [
    { name: 'sum_amount', of: { aggregate: 'sum', field: 'amount' } },
    { name: 'count' },
    { name: 'average_miles', of: { aggregate: 'average', field: 'miles' } },
    { name: 'sum_rate', of: { aggregate: 'sum', field: 'rate' } },
    { name: 'average_rate', of: { aggregate: 'average', field: 'rate' } },
  ] as const;
  const all = byRecords ? [...where, { test: sql<boolean>`1 = 1` }] : where;
  return { services: services as unknown as Services, collection: of, where: all, measures };
}

/** Narrowed by nothing, one value, several and two fields, and to somebody's own. */
function narrowings(of: Collection): Condition[][] {
  const is = (name: string, ...values: (string | number)[]): Condition => {
    const column = columnOf(name, of);
    return { test: sql<boolean>`${sql.ref(column.value)} in (${sql.join(values)})`, is: [column, values] };
  };
  return [[], [is('kind', 'A')], [is('kind', 'A', 'B'), is('ready', 1)], [is('owner', 'o1')]];
}

/** Since, until and on days; from within a day on, and of a day that no record has. */
const DAYS: Values[] = [
  { since: '2026-03-08' },
  { since: '2026-03-08', until: '2026-11-01' },
  { since: '2026-03-08T05:00:00Z', kind: 'A' },
  { oneDay: '2026-11-01' },
  { until: '2026-03-08', kind: ['A', 'C'] },
  { onSince: '2026-02-01' },
];
/** Within a day, of a short and of a long one, at both ends, and within one day alone. */
const PARTS: Values[] = [
  { since: '2026-03-08T12:00' },
  { until: '2026-11-01T05:30:00Z', kind: 'A' },
  { since: '2026-03-08T04:00:00Z', until: '2026-11-01T06:30:00Z' },
  { since: '2026-03-08T08:00:00Z', until: '2026-03-08T20:00:00Z' },
  { since: '2026-03-09T08:00:00Z', until: '2026-03-08T20:00:00Z' },
  { since: '2026-03-07T12:00:00Z', oneDay: '2026-03-07' },
];
const WITHIN: Values[] = [{ since: '0001-01-01' }, { until: '9999-12-31' }];
const filtered = (filter: Values, of: Collection): Condition[] =>
  readFilter(
    { collection: of, kind: store.kind, zone: ZONE },
    { filter: JSON.stringify(filter) },
    READER,
    Object.keys(filter),
  );

/** Numbers as far as two ways of summing fractions agree. */
const rounded = (reckoned: unknown): unknown =>
  JSON.parse(JSON.stringify(reckoned), (_, one) => (typeof one === 'number' ? Number(one.toPrecision(11)) : one));

/** By what is neither the reference nor the choices that are counted by; one after the other, by one connection. */
async function othersOf(scope: Scope, where: Condition[], of: Collection) {
  const found: unknown[] = [];
  if (where.some(({ is }) => is?.[0].name === 'ready')) return found;
  for (const name of OTHERS) found.push(await groupsBy(scope, columnOf(name, of)));
  return found;
}

let round = 0;
/** In `npm test` a third each time, in turn: each of them comes up several times. */
const someOf = <T>(all: readonly T[]) => all.filter((_, at) => isNightly || at % 3 === round % 3);

/** All reports in both ways; where `unread`, one of them reads no record. */
async function expectSame(of = collection, unread = false) {
  const reckoned = async (where: Condition[], byRecords: boolean) => {
    const scope = scopeOf(where, byRecords, of);
    const by = (name: string) => columnOf(name, of);
    return {
      figure: await reckon(scope),
      kinds: await groupsBy(scope, by('kind')),
      owners: await groupsBy(scope, by('owner')),
      ready: await groupsBy({ ...scope, measures: [{ name: 'count' }] }, by('ready')),
      names: where.some(({ is }) => is?.[0].name === 'ready') ? [] : await groupsBy(scope, by('name')),
      others: await othersOf(scope, where, of),
      days: await periodsBy(scope, by('at'), 'day'),
      weeks: await periodsBy(scope, by('at'), 'week', 9),
      months: await periodsBy(scope, by('on'), 'month'),
    };
  };
  for (const where of narrowings(of)) {
    seen.length = 0;
    const kept = await reckoned(where, false);
    if (unread) expect(seen.filter((one) => one.includes(of.table))).toEqual([]);
    expect(rounded(kept)).toEqual(rounded(await reckoned(where, true)));
  }
  round += 1;
  for (const filter of someOf([...DAYS, ...PARTS, ...WITHIN])) {
    const days = async (byRecords: boolean) => {
      const scope = scopeOf(filtered(filter, of), byRecords, of);
      const date = columnOf('onSince' in filter ? 'on' : 'at', of);
      return {
        figure: await reckon(scope),
        kinds: await groupsBy(scope, columnOf('kind', of)),
        weeks: await periodsBy(scope, date, 'week'),
        months: await periodsBy(scope, date, 'month', 12),
      };
    };
    seen.length = 0;
    const kept = await days(false);
    if (unread && DAYS.includes(filter)) expect(seen.filter((one) => one.includes(of.table))).toEqual([]);
    if (unread && PARTS.includes(filter))
      expect(seen.filter((one) => one.includes(of.table) && !one.includes('union all'))).toEqual([]);
    expect([filter, rounded(kept)]).toEqual([filter, rounded(await days(true))]);
  }
  await expectEnds(of);
}

/** The least and the greatest, each found by itself. */
async function expectEnds(of: Collection) {
  const asked = [
    ['kind', [{ min: 'miles' }, { max: 'amount' }, { min: 'rate' }]],
    ['ready', [{ max: 'miles' }]],
    [undefined, [{ max: 'rate' }]],
  ] as const;
  for (const [group, measures] of asked)
    for (const own of [false, true]) {
      const is = group ? (own ? [['owner', 'o1']] : []) : [['ready', 1], ...(own ? [['owner', 'o1']] : [])];
      const where = (is as [string, string | number][]).map(([name, value]): Condition => {
        const column = columnOf(name, of);
        return { test: sql<boolean>`${sql.ref(column.value)} = ${value}`, is: [column, [value]] };
      });
      const ask = (byRecords: boolean) => {
        const scope = { ...scopeOf(where, byRecords, of), measures: measuresOf({ label: '', measures }) };
        return group ? groupsBy(scope, columnOf(group, of)) : reckon(scope);
      };
      const plain = await ask(true);
      seen.length = 0;
      expect([group, own, await ask(false)]).toEqual([group, own, plain]);
      if (!group || of === collection) expect(seen[0]).toContain('limit 1)');
    }
}

const records = fc.record({
  kind: fc.constantFrom('A', 'B', 'C', null),
  owner: fc.constantFrom('o1', 'o2', 'o3', null),
  ready: fc.constantFrom(true, false, null),
  mail: fc.constantFrom('ada@test.test', 'zoë@test.test', null),
  note: fc.constantFrom('n'.repeat(300), `${'n'.repeat(300)}e`, 'Short', null),
  second: fc.constantFrom('o1', null),
  third: fc.constantFrom('o1', 'o2', null),
  name: fc.constantFrom('Ada', 'ada', 'Zoë', '-', '*', null),
  amount: fc.option(fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100)),
  miles: fc.option(fc.integer({ min: -5, max: 500 })),
  rate: fc.option(
    fc.oneof(
      fc.integer({ min: -99_999, max: 99_999 }).map((one) => one / 1000),
      fc.double({ min: 1e-6, max: 1e6, noNaN: true }).map((one) => -one),
      fc.constantFrom(0.1, 0.2, -0.3, 1e12, 123_456_789.123_456_7),
    ),
  ),
  // Around the short and the long day, midnight, and before 1970.
  at: fc.option(
    fc
      .oneof(
        fc.integer({ min: Date.UTC(2026, 2, 7), max: Date.UTC(2026, 2, 10) }),
        fc.integer({ min: Date.UTC(2026, 9, 31), max: Date.UTC(2026, 10, 3) }),
        fc.constantFrom(Date.UTC(2026, 2, 8, 5) - 1, Date.UTC(2026, 2, 8, 5), Date.UTC(2026, 10, 2, 5) - 1),
      )
      .map((moment) => new Date(moment).toISOString()),
  ),
  on: fc.constantFrom('2026-01-31', '2026-02-01', '2026-12-31', null),
});

let made = 0;
const rowOf = (values: Values) => ({
  ...columnsFor(collection, values, ZONE),
  ...{ id: `r${++made}`, version: 1, created_at: 1, created_by: null, changed_at: 1, changed_by: null },
});

test('what is kept of records says the same as they do, after whatever was done to them', async () => {
  const db = collectionDb(store.db);
  await fc.assert(
    fc.asyncProperty(fc.array(records, { minLength: 1, maxLength: 12 }), fc.nat(), async (all, pick) => {
      await db
        .insertInto(collection.table)
        .values(all.map(rowOf) as never)
        .execute();
      const ids = (await db.selectFrom(collection.table).select('id').orderBy('id').execute()).map(({ id }) => id);
      const id = ids[pick % ids.length] as string;
      await db
        .updateTable(collection.table)
        .set(columnsFor(collection, all[0] as Values, ZONE) as never)
        .where('id', '=', id)
        .execute();
      await db
        .deleteFrom(collection.table)
        .where('id', '=', ids[(pick + 1) % ids.length] as string)
        .execute();
      await db
        .transaction()
        .execute(async (transaction) => {
          await transaction.deleteFrom(collection.table).execute();
          throw new Error('undone');
        })
        .catch(() => {});
      await expectSame(collection, true);
    }),
    casesOf(2, 6),
  );
});

test('a moment of no calendar is found among the records', async () => {
  const db = collectionDb(store.db);
  for (const at of ['1923-04-05T12:00:00Z', '2345-01-01T12:00:00Z'])
    await db
      .insertInto(collection.table)
      .values(rowOf({ kind: 'A', at, amount: 1 }) as never)
      .execute();
  await expectSame();
});

test('a number too great or too small to be summed is found among the records, and leaves nothing behind', async () => {
  const db = collectionDb(store.db);
  const rates = [0.1, 1e15, 0.2, -1e13, 1e-9, 123_456.789, 0, -0.000_01];
  await db
    .insertInto(collection.table)
    .values(rates.map((rate) => rowOf({ kind: 'B', owner: 'o2', rate, at: '2026-03-08T12:00:00Z' })) as never)
    .execute();
  await expectSame();
  await db.deleteFrom(collection.table).where('real_rate', '>', 1e12).execute();
  await db.deleteFrom(collection.table).where('real_rate', '<', -1e12).execute();
  await db.deleteFrom(collection.table).where('real_rate', '=', 1e-9).execute();
  await expectSame();
  await db.deleteFrom(collection.table).execute();
  for (const { table, sums } of talliesOf(collection)) {
    const left = await db.selectFrom(table).selectAll().execute();
    const numbers = left.map((row) => Object.entries(row).filter(([name]) => /^(total|sum_|part|odd_|n_)/.test(name)));
    expect(sums.length > 0 && left.length > 0).toBe(true);
    expect(numbers.flat().filter(([, value]) => Number(value) !== 0)).toEqual([]);
  }
});

test('texts that are alike for longer than is counted by are told apart', async () => {
  const db = collectionDb(store.db);
  const long = 'n'.repeat(450);
  const notes = [`${long}a`, `${long}b`, `${long}b`, 'n'.repeat(400), 'n'.repeat(399)];
  await db
    .insertInto(collection.table)
    .values(notes.map((note) => rowOf({ kind: 'B', note })) as never)
    .execute();
  await expectSame();
  await db.deleteFrom(collection.table).where('text_note', 'like', 'nn%').execute();
});

test('other reports are reckoned by sums made anew, in another time zone too', async () => {
  const { weeks: _, ...others } = reads.reports as Record<string, unknown>;
  const changed = plan({ ...reads, reports: { ...others, ready: { label: 'Ready', groupBy: 'ready' } } });
  await makeTables(store, [changed], ZONE);
  await expectSame(changed);
  await makeTables(store, [collection], 'Asia/Kathmandu');
  const zone = {
    ...scopeOf([], false),
    services: { ...scopeOf([], false).services, config: { timeZone: 'Asia/Kathmandu' } },
  };
  const byRecords = { ...zone, where: [{ test: sql<boolean>`1 = 1` }] };
  const at = columnOf('at');
  expect(await periodsBy(zone as unknown as Scope, at, 'day')).toEqual(
    await periodsBy(byRecords as unknown as Scope, at, 'day'),
  );
  await makeTables(store, [collection], ZONE);
  await expectSame();
});

test('who is bound by a value of another record, declared as a field, is counted by it before other references', () => {
  const { laboratory, ...others } = loans.roles;
  const bound = { ...loans, roles: { ...others, laboratory: { ...laboratory, rows: { branch: ME } } } };
  const counted = planCollections([books, copies, bound] as unknown as (typeof reads)[])[2] as Collection;
  expect(talliesOf(counted)[0].references.map(({ name }) => name)).toContain('branch');
  const condition = seenInList(counted, { ...READER, id: 'l1', role: 'laboratory' });
  expect(condition.map(({ is }) => is?.[0].name)).toEqual(['branch']);
});

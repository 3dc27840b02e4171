import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AnyResource } from '../../frame/config/resource.ts';
import { stopClock } from '../../frame/tests/api/clock.ts';
import expenses from '../fixtures/expenses.ts';
import { type Person, startServer, type TestServer } from './harness.ts';
import { clientOf } from './supplies.ts';

let server: TestServer;
const of = (person?: Person) => clientOf(server, person, 'expenses');
const report = (person: Person | undefined, name: string, filter?: object) =>
  of(person).send('GET', `/reports/${name}${filter ? `?filter=${encodeURIComponent(JSON.stringify(filter))}` : ''}`);
const given = async (person: Person, name: string, filter?: object) => {
  const { http, body } = await report(person, name, filter);
  expect([http, body.message]).toEqual([200, undefined]);
  return body as { groups: { value: unknown; label?: string; values: object }[]; total: object; more: boolean };
};

/** Business time is New York's: its clock goes forward on March 8, 2026 at 2:00. */
const SPENT = [
  // Saturday and the two ends of the short Sunday, which is 23 hours long.
  { title: 'a', kind: 'Fuel', amount: 0.1, miles: 10, spentAt: '2026-03-08T04:59:59Z', billedOn: '2026-01-31' },
  { title: 'b', kind: 'Fuel', amount: 0.2, miles: 20, spentAt: '2026-03-08T05:00:00Z', billedOn: '2026-03-01' },
  { title: 'c', kind: 'Parking', amount: 19.99, spentAt: '2026-03-09T03:59:59Z', billedOn: '2026-03-31' },
  // Monday: another week.
  { title: 'd', kind: 'Fuel', amount: 1000.01, miles: 5, spentAt: '2026-03-09T04:00:00Z', refund: 500 },
];

beforeAll(async () => {
  server = await startServer({ TIME_ZONE: 'America/New_York' }, { resources: [expenses as unknown as AnyResource] });
  for (const [at, values] of SPENT.entries()) {
    const paidBy = server.ids[at < 2 ? 'employee' : 'employee2'];
    const { http, body } = await of('admin').create({ ...values, paidBy });
    expect([http, body.data?.errors]).toEqual([201, undefined]);
  }
});
afterAll(() => server.close());

test('a date is grouped by the weeks of the business time zone, those without records too, money to the cent', async () => {
  expect(await given('admin', 'perWeek')).toEqual({
    groups: [
      { value: '2026-03-02', values: { sum_amount: 20.29, count: 3 } },
      { value: '2026-03-09', values: { sum_amount: 1000.01, count: 1 } },
    ],
    total: { sum_amount: 1020.3, count: 4 },
    more: false,
  });
});

test('a day is as long as that day, with daylight saving', async () => {
  const { groups } = await given('admin', 'perDay');
  expect(groups).toEqual([
    { value: '2026-03-07', values: { count: 1 } },
    { value: '2026-03-08', values: { count: 2 } },
    { value: '2026-03-09', values: { count: 1 } },
  ]);
});

test('a calendar day counts by its month, an empty one between them is there, and so is what has none', async () => {
  expect((await given('admin', 'billed')).groups).toEqual([
    { value: '2026-01-01', values: { count: 1 } },
    { value: '2026-02-01', values: { count: 0 } },
    { value: '2026-03-01', values: { count: 2 } },
    { value: null, values: { count: 1 } },
  ]);
});

test('the last periods are those up to today', async () => {
  stopClock();
  const { groups, total } = await given('admin', 'lastMonths');
  const month = new Intl.DateTimeFormat('sv', { timeZone: 'America/New_York' }).format().slice(0, 7);
  expect([groups.length, groups.at(-1)?.value]).toEqual([3, `${month}-01`]);
  const counted = groups.reduce((sum, { values }) => sum + Number((values as { count: number }).count), 0);
  expect(total).toEqual({ count: counted });
});

test('choices come in their order; sum, average, least and greatest are those of the values that are there', async () => {
  const none = { sum_amount: 0, average_amount: null, min_miles: null, max_miles: null };
  expect(await given('admin', 'byKind')).toEqual({
    groups: [
      { value: 'Fuel', values: { sum_amount: 1000.31, average_amount: 333.44, min_miles: 5, max_miles: 20 } },
      { value: 'Parking', values: { ...none, sum_amount: 19.99, average_amount: 19.99 } },
      { value: 'Material', values: none },
    ],
    total: { sum_amount: 1020.3, average_amount: 255.08, min_miles: 5, max_miles: 20 },
    more: false,
  });
});

test('references are shown by their labels', async () => {
  const { groups } = await given('admin', 'byPerson');
  const people = await server.services.db.selectFrom('accounts').select(['id', 'full_name']).execute();
  const nameOf = (id: string) => people.find((one) => one.id === id)?.full_name;
  expect(groups.toSorted((a, b) => String(a.value).localeCompare(String(b.value)))).toEqual(
    (['employee', 'employee2'] as const)
      .map((person, at) => ({
        value: server.ids[person],
        label: nameOf(server.ids[person]),
        values: { count: 2, sum_amount: [0.3, 1020][at] },
      }))
      .toSorted((a, b) => a.value.localeCompare(b.value)),
  );
});

test('a role is shown figures of the records alone that it sees, whatever the report', async () => {
  expect((await given('employee', 'perWeek')).total).toEqual({ sum_amount: 0.3, count: 2 });
  expect((await given('employee', 'number')).total).toEqual({ count: 2 });
  expect((await given('admin', 'number')).total).toEqual({ count: 4 });
  expect((await given('employee', 'byPerson')).groups.map(({ value }) => value)).toEqual([server.ids.employee]);
  expect((await given('employee2', 'fuel')).total).toEqual({ sum_amount: 1000.01, average_miles: 5 });
});

test('filters narrow it, those alone that it names', async () => {
  expect((await given('admin', 'perWeek', { kind: 'Parking' })).total).toEqual({ sum_amount: 19.99, count: 1 });
  expect((await given('admin', 'fuel', { since: '2026-03-09' })).total).toEqual({
    sum_amount: 1000.01,
    average_miles: 5,
  });
  expect((await given('admin', 'perWeek', { kind: 'Material' })).groups).toEqual([]);
  expect((await report('admin', 'fuel', { kind: 'Fuel' })).http).toBe(400);
  expect((await report('admin', 'number', { q: 'a' })).http).toBe(400);
});

test('who may not read what it reckons with is refused, and so is who has no list', async () => {
  expect((await given('admin', 'refunded', { refund: 500 })).total).toEqual({ sum_refund: 500 });
  expect((await report('employee', 'refunded')).http).toBe(403);
  expect((await report('employee', 'perWeek', { refund: 500 })).http).toBe(400);
  expect((await report('laboratory', 'perWeek')).http).toBe(403);
  expect((await report(undefined, 'perWeek')).http).toBe(401);
  expect((await report('admin', 'nonsense')).http).toBe(404);
});

test('the trail records who read which report, and with which filters', async () => {
  await given('employee', 'perWeek', { kind: 'Fuel' });
  const { entries } = (await server.as('admin', 'audit', { query: { resource: 'expenses' } })).data;
  expect(entries[0]).toMatchObject({ operation: 'read', details: { action: 'perWeek', filters: ['kind'] } });
});

test('the API page describes it', async () => {
  const { paths } = (await server.inject({ url: '/api/v1/docs/json' })).json();
  const described = paths['/api/v1/collections/expenses/reports/perWeek']?.get;
  expect(described?.summary).toBe('The report “perWeek” of expenses');
  expect(Object.keys(described.responses['200'].content['application/json'].schema.properties)).toEqual([
    'groups',
    'total',
    'more',
  ]);
});

test('no record is read for the periods, the choices or the totals that a role sees', async () => {
  const { store } = server.services;
  const asked: string[] = [];
  const shared = vi.spyOn(store.readers, 'for').mockReturnValue(store.readers);
  const read = vi.spyOn(store.readers, 'read').mockImplementation((query) => {
    asked.push(query.compile().sql);
    return store.db.executeQuery(query.compile() as CompiledQuery).then(({ rows }) => rows) as never;
  });
  for (const name of ['perWeek', 'perDay', 'billed', 'lastMonths', 'byPerson', 'number', 'refunded'])
    await given('admin', name);
  await given('admin', 'perWeek', { kind: ['Fuel', 'Parking'] });
  await given('employee', 'perWeek');
  expect(asked.length).toBeGreaterThan(15);
  expect(asked.filter((text) => text.includes('c_expenses'))).toEqual([]);
  for (const person of ['admin', 'employee'] as const) {
    await given(person, 'fuel');
    await given(person, 'fuel', { since: '2026-03-09' });
    await given(person, 'perWeek', { since: '2026-03-09', kind: 'Fuel' });
  }
  expect(asked.filter((text) => text.includes('c_expenses'))).toEqual([]);
  // What sums do not answer: from within a day on.
  await given('admin', 'perWeek', { since: '2026-03-08T10:00' });
  read.mockRestore();
  shared.mockRestore();
  const periods = asked.filter((text) => text.startsWith('with periods') && text.includes('c_expenses'));
  expect(periods).toHaveLength(1);
});

test('periods of records are looked up by the index of their date', async () => {
  const { store } = server.services;
  const asked: CompiledQuery[] = [];
  const shared = vi.spyOn(store.readers, 'for').mockReturnValue(store.readers);
  const read = vi.spyOn(store.readers, 'read').mockImplementation((query) => {
    asked.push(query.compile() as CompiledQuery);
    return store.db.executeQuery(query.compile() as CompiledQuery).then(({ rows }) => rows) as never;
  });
  await given('admin', 'perWeek', { since: '2026-03-01T10:00' });
  await given('employee', 'perWeek', { since: '2026-03-01T10:00' });
  read.mockRestore();
  shared.mockRestore();
  const periods = asked.filter(({ sql: text }) => text.startsWith('with periods'));
  expect(periods).toHaveLength(2);
  for (const { sql: text, parameters } of periods) {
    const steps = await store.db.transaction().execute(async (trx) => {
      // A handful of rows is else read as it lies.
      if (store.kind === 'postgres') await sql`set local enable_seqscan = off`.execute(trx);
      const how = store.kind === 'sqlite' ? 'explain query plan' : 'explain';
      const { rows } = await trx.executeQuery<object>(CompiledQuery.raw(`${how} ${text}`, [...parameters]));
      return JSON.stringify(rows);
    });
    // With so few rows PostgreSQL takes any index to be as good as another.
    expect(steps).toMatch(store.kind === 'sqlite' ? /c_expenses_\w*moment_spentAt/ : /Index .*c_expenses_/);
  }
});

import type { CompiledQuery } from 'kysely';
import { type AnyResource, dateTime, number, text } from 'portal-frame';
import { resourceOf } from 'portal-frame/testing/helpers';
import { beforeAll, expect, test, vi } from 'vitest';
import { fillScene } from '../bench/collectionScenes.ts';
import expenses from '../fixtures/expenses.ts';
import { type Person, serverForAll } from './harness.ts';
import { clientOf } from './supplies.ts';

/** Three of each title, of which one has a date, each three days before that of the title before. */
function readOf(n: number) {
  const place = Math.floor(n / 3);
  const at = n % 3 ? null : new Date(Date.UTC(2026, 2, 9 - 3 * place, 16)).toISOString();
  return { title: `Read ${place + 1}`, rate: (place + 1) / 10, at };
}
const reads = resourceOf(
  'reads',
  { title: text(), rate: number(), at: dateTime() },
  {
    reports: {
      byTitle: { label: 'Titles', measures: [{ sum: 'rate' }, { max: 'rate' }, 'count'], groupBy: 'title' },
      days: {
        ...{ label: 'Days', measures: ['count', { average: 'rate' }, { min: 'rate' }] },
        groupBy: { field: 'at', by: 'day' },
      },
    },
  },
);

const resources = [expenses as unknown as AnyResource, reads];
const server = serverForAll({ TIME_ZONE: 'America/New_York' }, { resources });
const of = (person?: Person, name = 'expenses') => clientOf(server, person, name);
const report = (person: Person | undefined, name: string, filter?: object, resource?: string) =>
  of(person, resource).send(
    'GET',
    `/reports/${name}${filter ? `?filter=${encodeURIComponent(JSON.stringify(filter))}` : ''}`,
  );
const given = async (person: Person, name: string, filter?: object, resource?: string) => {
  const { http, body } = await report(person, name, filter, resource);
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
  const { store, collections } = server.services;
  await fillScene(
    store,
    { name: 'reads', resources, records: [['reads', () => 450, readOf]], asks: () => [] },
    collections,
    0,
  );
  for (const [at, values] of SPENT.entries()) {
    const paidBy = server.ids[at < 2 ? 'employee' : 'employee2'];
    const { http, body } = await of('admin').create({ ...values, paidBy });
    expect([http, body.data?.errors]).toEqual([201, undefined]);
  }
});

test('groups by weeks of the business time zone, empty ones included, with exact sums', async () => {
  expect(await given('admin', 'perWeek')).toEqual({
    groups: [
      { value: '2026-03-02', values: { sum_amount: 20.29, count: 3 } },
      { value: '2026-03-09', values: { sum_amount: 1000.01, count: 1 } },
    ],
    total: { sum_amount: 1020.3, count: 4 },
    more: false,
  });
});

test('groups calendar days by month, with empty months and records without a day', async () => {
  expect((await given('admin', 'billed')).groups).toEqual([
    { value: '2026-01-01', values: { count: 1 } },
    { value: '2026-02-01', values: { count: 0 } },
    { value: '2026-03-01', values: { count: 2 } },
    { value: null, values: { count: 1 } },
  ]);
});

test('keeps the order of choices; aggregates existing values', async () => {
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

test('shows references by their labels', async () => {
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

test('aggregates only records that the role sees (spec 13.9)', async () => {
  expect((await given('employee', 'perWeek')).total).toEqual({ sum_amount: 0.3, count: 2 });
  expect((await given('employee', 'number')).total).toEqual({ count: 2 });
  expect((await given('admin', 'number')).total).toEqual({ count: 4 });
  expect((await given('employee', 'byPerson')).groups.map(({ value }) => value)).toEqual([server.ids.employee]);
  expect((await given('employee2', 'fuel')).total).toEqual({ sum_amount: 1000.01, average_miles: 5 });
});

test('accepts only the filters of the report', async () => {
  expect((await given('admin', 'perWeek', { kind: 'Parking' })).total).toEqual({ sum_amount: 19.99, count: 1 });
  expect((await given('admin', 'fuel', { since: '2026-03-09' })).total).toEqual({
    sum_amount: 1000.01,
    average_miles: 5,
  });
  expect((await given('admin', 'perWeek', { kind: 'Material' })).groups).toEqual([]);
  expect((await report('admin', 'fuel', { kind: 'Fuel' })).http).toBe(400);
  expect((await report('admin', 'number', { q: 'a' })).http).toBe(400);
});

test('refuses roles without the right to read its fields or to list', async () => {
  expect((await given('admin', 'refunded', { refund: 500 })).total).toEqual({ sum_refund: 500 });
  expect((await report('employee', 'refunded')).http).toBe(403);
  expect((await report('employee', 'perWeek', { refund: 500 })).http).toBe(400);
  expect((await report('laboratory', 'perWeek')).http).toBe(403);
  expect((await report('admin', 'nonsense')).http).toBe(404);
});

test('records who read a report with which filters', async () => {
  await given('employee', 'perWeek', { kind: 'Fuel' });
  const { entries } = (await server.as('admin', 'audit', { query: { resource: 'expenses' } })).data;
  expect(entries[0]).toMatchObject({ operation: 'read', details: { action: 'perWeek', filters: ['kind'] } });
});

test('filters by a moment: keeps records from that moment on', async () => {
  const since = async (moment: string) => (await given('admin', 'perWeek', { since: moment })).total;
  expect(await since('2026-03-09T03:59:59Z')).toEqual({ sum_amount: 1020, count: 2 });
  expect(await since('2026-03-09T03:59:59.001Z')).toEqual({ sum_amount: 1000.01, count: 1 });
  // Midnight of the day that has 23 hours, in New York.
  expect(await since('2026-03-08T00:00')).toEqual({ sum_amount: 1020.2, count: 3 });
});

test('returns the 100 largest groups and the total of all', async () => {
  expect(await given('admin', 'byTitle', undefined, 'reads')).toEqual({
    groups: Array.from({ length: 100 }, (_, at) => ({
      value: `Read ${150 - at}`,
      values: { sum_rate: ((150 - at) * 3) / 10, max_rate: (150 - at) / 10, count: 3 },
    })),
    total: { sum_rate: 3397.5, max_rate: 15, count: 450 },
    more: true,
  });
});

test('returns the latest 400 periods, records without a date, and the total of all', async () => {
  const { groups, total, more } = await given('admin', 'days', undefined, 'reads');
  expect([groups.length, groups.at(-2), groups.at(-1), more]).toEqual([
    401,
    { value: '2026-03-09', values: { count: 1, average_rate: 0.1, min_rate: 0.1 } },
    { value: null, values: { count: 300, average_rate: 7.55, min_rate: 0.1 } },
    true,
  ]);
  expect(groups.filter(({ values }) => (values as { count: number }).count > 0)).toHaveLength(135);
  expect(total).toEqual({ count: 450, average_rate: 7.55, min_rate: 0.1 });
});

test('reads a report on another thread (spec 13.14)', async () => {
  const { store } = server.services;
  const asked: string[] = [];
  const shared = vi.spyOn(store.readers, 'forPerson').mockReturnValue(store.readers);
  const read = vi.spyOn(store.readers, 'read').mockImplementation((query) => {
    asked.push(query.compile().sql);
    return store.db.executeQuery(query.compile() as CompiledQuery).then(({ rows }) => rows) as never;
  });
  for (const name of ['perWeek', 'byKind', 'fuel']) await given('admin', name);
  read.mockRestore();
  shared.mockRestore();
  // A date's first and last moment are asked for before its weeks.
  expect(asked.filter((text) => text.includes('c_expenses'))).toHaveLength(4);
});

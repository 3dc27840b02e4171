import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Where } from 'portal-frame';
import { findPage, getCollection } from 'portal-frame/internal/records';
import { createSqliteDialect } from 'portal-frame/internal/server';
import { getDayRange, getLastWeeks, getToday } from 'portal-frame/server';
import type { Schema } from 'portal-frame/server/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Owner, scheduledAppointments } from '../../server/store/appointments.ts';
import { figuresOf, weeklyCounts } from '../../server/store/dashboards.ts';
import { load } from '../bench/load.ts';
import { serverForAll, TIME_ZONE } from './harness.ts';

/** Enough rows for PostgreSQL to prefer an index. */
const ROWS = process.env.TEST_DATABASE_URL ? 20_000 : 2000;
/** Rows that a page of ten may read; thousands for a rare combination. */
const MOST_READ = ROWS / 5;

const server = serverForAll();
let db: Kysely<Schema>;
let queries: CompiledQuery[] = [];
let owners: Record<'employee' | 'laboratory', string>;
beforeAll(async () => {
  const { dataDir, databaseUrl } = server.config;
  await load({ dataDir, databaseUrl }, ROWS);
  const dialect = databaseUrl
    ? new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl }) })
    : createSqliteDialect(`${dataDir}/portal.sqlite`);
  db = new Kysely<Schema>({ dialect, log: ({ query }) => void queries.push(query) });
  const found = await db.selectFrom('accounts').select(['id', 'username']).execute();
  const idOf = (name: string) => found.find(({ username }) => username === name)?.id as string;
  owners = { employee: idOf('bench-employee7'), laboratory: idOf('bench-laboratory3') };
});
afterAll(() => db.destroy());

/** Captures the queries on appointments. */
async function queriesOf(work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  queries = [];
  await work();
  return queries.filter(({ sql }) => /from "?appointment/.test(sql));
}

/** Lists full scans and sorts in SQLite's plan; a few rows of one day may be sorted. */
async function wrongInSqlite(query: CompiledQuery, maySort: boolean): Promise<string[]> {
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
  );
  return rows
    .map(({ detail }) => detail)
    .filter((step) => /SCAN appointments(?! USING)/.test(step) || (!maySort && /TEMP B-TREE FOR.*ORDER BY/.test(step)));
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** The same for PostgreSQL, with the rows that it read. */
async function wrongInPostgres(query: CompiledQuery): Promise<string[]> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    CompiledQuery.raw(`explain (analyze, format json) ${query.sql}`, [...query.parameters]),
  );
  const all = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(all)];
  return all(rows[0]?.['QUERY PLAN'][0]?.Plan as PlanNode)
    .filter((node) => {
      const read = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
      const fullScan = node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'appointments';
      // Bitmap index scans read no rows themselves.
      return fullScan || (read > MOST_READ && node['Node Type'] !== 'Bitmap Index Scan');
    })
    .map((node) => JSON.stringify({ ...node, Plans: undefined }));
}

async function expectGoodPlans(work: () => Promise<unknown>, maySort = false): Promise<void> {
  for (const query of await queriesOf(work)) {
    const wrong = server.config.databaseUrl ? await wrongInPostgres(query) : await wrongInSqlite(query, maySort);
    expect([query.sql, query.parameters, wrong]).toEqual([query.sql, query.parameters, []]);
  }
}

type Choice = () => readonly Where[];

/** Each filter alone, with frequent and rare values; `archived` is the other list. */
const single: Record<string, Choice[]> = {
  archived: [() => [{ archived: true }]],
  status: [() => [{ status: 'Pending' }], () => [{ status: 'Completed' }]],
  priority: [() => [{ priorityLevel: 'Urgent' }]],
  laboratory: [() => [{ laboratory: 'Laboratory 3' }], () => [{ laboratory: 'Natera' }]],
  employee: [() => [{ employee: owners.employee }]],
  assigned: [() => [{ employee: { exists: true } }], () => [{ employee: null }]],
  tracking: [() => [{ trackingImage: { exists: true } }], () => [{ trackingImage: null }]],
  day: [() => [{ appointmentDateTime: getToday(TIME_ZONE) }]],
};

/** All combinations of up to `most` filters. */
function combinations(names: string[], most: number): Choice[] {
  if (most === 0 || names.length === 0) return [() => []];
  const [first = '', ...rest] = names;
  const withFirst = combinations(rest, most - 1).flatMap((others) =>
    (single[first] ?? []).map((one) => () => [...one(), ...others()]),
  );
  return [...withFirst, ...combinations(rest, most)];
}
const filters = combinations(Object.keys(single), 2);

describe.each(['admin', 'employee', 'laboratory'] as const)('lists of the %s', (role) => {
  const owner = (): Owner | undefined =>
    role === 'admin' ? undefined : { column: `${role}_id` as const, id: owners[role] };
  function pageFor(conditions: readonly Where[], field: string, order: 'ASC' | 'DESC', page: number) {
    const and = conditions.filter((one) => !('archived' in one));
    const account = { id: owner()?.id ?? '', role, sessionId: '', reauthenticatedAt: 0 };
    const resource = and.length < conditions.length ? 'archive' : 'appointments';
    const services = { ...server.services, db };
    const context = { services, collection: getCollection(services, resource), account };
    return findPage(context, { where: { and }, sort: { field, order }, page });
  }

  test.each(['createdAt', 'patientName'] as const)('use an index for all filters, sorted by %s', async (field) => {
    expect(filters.length).toBeGreaterThan(50);
    for (const choice of filters) {
      const conditions = choice();
      const ofDay = conditions.some((one) => 'appointmentDateTime' in one);
      for (const order of ['ASC', 'DESC'] as const)
        await expectGoodPlans(() => pageFor(conditions, field, order, 1), ofDay);
      const { totalPages } = await pageFor(conditions, field, 'DESC', 1);
      await expectGoodPlans(() => pageFor(conditions, field, 'DESC', totalPages), ofDay);
    }
  });

  test('use an index for today and the dashboard', async () => {
    await expectGoodPlans(() => scheduledAppointments(db, getDayRange(getToday(TIME_ZONE), TIME_ZONE), owner()), true);
    await expectGoodPlans(() => figuresOf(db, owner()));
  });
});

test('counts the laboratories’ weeks from an index', async () => {
  const weeks = getLastWeeks(TIME_ZONE, 5);
  const [query] = await queriesOf(() => weeklyCounts(db, weeks));
  const plan = await db.executeQuery<Record<string, string>>(
    CompiledQuery.raw(`explain ${server.config.databaseUrl ? '' : 'query plan'} ${query?.sql}`, [
      ...(query?.parameters ?? []),
    ]),
  );
  const text = plan.rows.map((row) => Object.values(row).join(' ')).join('\n');
  expect(text).toMatch(
    /COVERING INDEX appointments_by_scheduled_at|Index Only Scan using appointments_by_scheduled_at/,
  );
});

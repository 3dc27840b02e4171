// On SQLite only: nothing here depends on the database.
// Each test counts work and fails if its optimization is switched off.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { type Compilable, type CompiledQuery, DefaultQueryCompiler, type RawBuilder, type SqlBool, sql } from 'kysely';
import { DateTime } from 'luxon';
import { getCollection, selectRows } from 'portal-frame/internal/records';
import {
  type Column,
  createThreadReaders,
  createTokens,
  findRowsPage,
  openConnection,
  type ReaderPool,
} from 'portal-frame/internal/server';
import { getDayRange } from 'portal-frame/server';
import { runCachedQuery, runCachedWhere } from 'portal-frame/server/database';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import app from '../../server/app.ts';
import { emailOf, PASSWORD, serverForAll } from './harness.ts';
import { VISIT } from './samples.ts';
import { COLLECTIONS, clientOf } from './supplies.ts';
import { visitsOf } from './visits.ts';

const SUPPLIES = 11;

const server = serverForAll({}, { resources: COLLECTIONS });
const folder = mkdtempSync(join(tmpdir(), 'speed-'));
beforeAll(async () => {
  const supplies = clientOf(server, 'admin');
  for (let n = 0; n < SUPPLIES; n++) expect((await supplies.create({ title: `S${n}`, amount: n % 3 })).http).toBe(201);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('uses only the tightest of several bounds on one side of a column', () => {
  const at = (ms: number) => new Date(ms).toISOString();
  const bounds = [
    [100, 899],
    [300, 699],
    [200, 799],
  ].map(([from = 0, to = 0]) => ({ appointmentDateTime: { gte: at(from), lte: at(to) } }));
  const where = { and: [...bounds, { status: 'Pending' }] };
  const { sql, parameters } = selectRows(server.services, 'appointments', { where }).selectAll().compile();
  expect(sql).toMatch(/"scheduled_at" >= \S+ and "scheduled_at" < \S+\) and "status" = 'Pending'$/);
  expect(parameters).toEqual([300, 700]);
});

test('compiles a query once per shape and never reuses it for another shape', async () => {
  const { db } = server.services;
  let built = 0;
  const emails = async (where: RawBuilder<SqlBool>[], values: { most?: number | undefined } = {}, what = 'speed') => {
    const conditions = where.map((expression) => ({ expression }));
    const rows = await runCachedWhere(db, what, conditions, values, (held, holes) => {
      built += 1;
      const query = held.reduce(
        (all, { expression }) => all.where(expression),
        db.selectFrom('accounts').select('email').orderBy('email'),
      );
      return holes.most === undefined ? query : query.limit(holes.most);
    });
    return rows.map(({ email }) => email);
  };
  const everybody = await emails([]);
  const [one = '', other = ''] = everybody;
  expect(await emails([sql`email = ${one}`])).toEqual([one]);
  expect(await emails([sql`email = ${other}`])).toEqual([other]);
  expect(built).toBe(2);
  const employees = await emails([sql`role = ${sql.lit('employee')}`]);
  const laboratories = await emails([sql`role = ${sql.lit('laboratory')}`]);
  expect(new Set([...employees, ...laboratories]).size).toBe(employees.length + laboratories.length);
  expect(built).toBe(4);
  expect(await emails([sql`email <> ${one}`])).toHaveLength(everybody.length - 1);
  expect(await emails([sql`username = ${one}`])).toEqual([]);
  expect(await emails([], { most: 1 })).toEqual([one]);
  expect(await emails([], { most: 2 })).toEqual([one, other]);
  expect(built).toBe(7);
  expect(await emails([], {}, 'another')).toEqual(everybody);
  const count = (column: 'email' | 'id') =>
    runCachedQuery(db, `speed of ${column}`, {}, () => db.selectFrom('accounts').select(column).limit(1));
  expect([await count('email'), await count('id')]).toEqual([
    [{ email: expect.any(String) }],
    [{ id: expect.any(String) }],
  ]);
});

test('compiles no query for a repeated list request', async () => {
  for (const person of ['laboratory', 'laboratory2'] as const)
    await server.as(person, 'laboratoryCreateAppointment', { body: VISIT });
  const compiled = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery');
  const list = async (person: 'laboratory' | 'laboratory2') => {
    compiled.mockClear();
    expect((await server.as(person, 'laboratoryAppointments')).data.total).toBe(1);
    return compiled.mock.results.filter(({ value }) =>
      /from "(sessions|appointments|appointment_counts)"/.test(value.sql),
    );
  };
  await list('laboratory');
  expect(await list('laboratory2')).toEqual([]);
});

test('compiles no query for a repeated creation', async () => {
  const supplies = clientOf(server, 'admin');
  const create = async (title: string): Promise<string> => (await supplies.create({ title, amount: 1 })).body.id;
  const ids = [await create('First')];
  const compiled = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery');
  ids.push(await create('Second'));
  const texts = compiled.mock.results.map(({ value }): string => value.sql);
  for (const id of ids) expect((await supplies.remove(id)).http).toBe(200);
  // PostgreSQL also takes a lock and notifies other servers.
  expect(texts.filter((text) => !/^select pg_\w+\(/.test(text))).toEqual([]);
});

test('reads no search or unique key for a list', async () => {
  const executed = vi.spyOn(server.services.db, 'executeQuery');
  expect((await clientOf(server, 'admin').list({ range: [0, 99] })).body).toHaveLength(SUPPLIES);
  const texts = executed.mock.calls.flatMap(([query]) => ('sql' in query ? query.sql : []));
  const columns = texts.flatMap((text) => /^select (.*?) from "c_supplies"/s.exec(text)?.[1] ?? []);
  expect([columns.length, columns.filter((list) => /\*|"(key|unique)_/.test(list))]).toEqual([1, []]);
});

test('sends column names from a reader thread once', async () => {
  const received = vi.spyOn(Worker.prototype, 'emit');
  const file = join(folder, 'lists.sqlite');
  openConnection(file, 'write').close();
  const readers = createThreadReaders(file);
  const query = sql<{ n: number }>`select value as n from json_each('[1,2,3]')`;
  expect(await readers.read({ compile: () => query.compile(server.services.db) })).toEqual([
    { n: 1 },
    { n: 2 },
    { n: 3 },
  ]);
  const messages = received.mock.calls.flatMap(([name, value]) => (String(name) === 'message' ? [value] : []));
  expect(messages).toEqual([{ names: ['n'], lists: [[1], [2], [3]] }]);
  await readers.close();
});

test('begins at most six requests per event loop turn, in order', async () => {
  const begun: { turn: number; url: string }[] = [];
  let turn = 0;
  let ticking = setImmediate(function tick() {
    turn += 1;
    ticking = setImmediate(tick);
  });
  const note = (message: unknown) => {
    const { request } = message as { request: { url: string } };
    begun.push({ turn, url: request.url });
  };
  subscribe('tracing:fastify.request.handler:start', note);
  const urls = Array.from({ length: 30 }, (_, n) => `/api/v1/health?n=${n}`);
  await Promise.all(urls.map((url) => server.inject({ url })));
  unsubscribe('tracing:fastify.request.handler:start', note);
  clearImmediate(ticking);
  expect(begun.map(({ url }) => url)).toEqual(urls);
  const perTurn = Map.groupBy(begun, (one) => one.turn);
  expect([...perTurn.values()].map((all) => all.length)).toEqual([6, 6, 6, 6, 6]);
});

test.each([
  ['every value', false],
  ['values that some records lack', true],
] as const)('reads a page from the nearer end, sorted by %s', async (_name, isGiven) => {
  const { services } = server;
  const readers: ReaderPool = {
    ...services.store.readers,
    read: async <R>(query: Compilable<R>) => (await services.db.executeQuery(query.compile())).rows as R[],
  };
  const executed = vi.spyOn(services.db, 'executeQuery');
  const collection = getCollection(services, 'supplies');
  const column = collection.columns.find(({ name }) => name === 'amount') as Column;
  const value = sql.ref(column.valueColumn);
  // Amounts of unowned supplies are readable, so they are searched by id.
  const order = isGiven ? { restrictedOrder: { column, isVisible: sql<SqlBool>`${value} > 99` } } : { orderBy: value };
  const pageFrom = (from: number, size: number) =>
    findRowsPage({ ...services, store: { ...services.store, readers } }, collection, {
      ...order,
      where: [],
      descending: false,
      from,
      to: from + size - 1,
    });
  const idsOf = ({ rows }: Awaited<ReturnType<typeof pageFrom>>) => rows.map(({ id }) => id);
  const all = idsOf(await pageFrom(0, SUPPLIES));
  expect(new Set(all).size).toBe(SUPPLIES);
  executed.mockClear();
  for (let from = 0; from < SUPPLIES; from++) expect(idsOf(await pageFrom(from, 1))).toEqual([all[from]]);
  const queries = executed.mock.calls.map(([query]) => query as CompiledQuery);
  const skipped = queries.filter((query) => query.sql.includes(' offset ')).map(({ parameters }) => parameters.at(-1));
  expect(skipped).toEqual([0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0]);
});

test('keeps no records of a list in memory while it waits for the activity log', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const { activity } = server.services;
  const { promise: written, resolve: write } = Promise.withResolvers<void>();
  const waits = vi.spyOn(activity, 'write').mockReturnValue(written);
  const toText = JSON.stringify;
  let records: WeakRef<object> | undefined;
  JSON.stringify = (value: { title?: string }[], ...rest: []) => {
    if (Array.isArray(value) && value[0]?.title) records = new WeakRef(value);
    return toText(value, ...rest);
  };
  const listed = clientOf(server, 'admin').list({});
  await vi.waitFor(() => expect(waits).toHaveBeenCalled());
  JSON.stringify = toText;
  expect(records).toBeDefined();
  await delay(10);
  collectGarbage();
  expect(records?.deref()).toBeUndefined();
  write();
  expect((await listed).body[0].title).toBeDefined();
});

test('verifies a token’s signature once, but its expiry each time', async () => {
  const { sign, verify: read } = createTokens({ app, tokenSecret: 'a secret of these tests, long enough' });
  const claims = { accountId: 'a', sessionId: 's', role: 'admin' } as const;
  const end = Math.ceil(Date.now() / 1000) * 1000 + 60_000;
  const token = await sign(claims, end);
  const verified = vi.spyOn(crypto.subtle, 'verify');
  expect([await read(token), await read(token)]).toEqual([claims, claims]);
  expect(verified).toHaveBeenCalledTimes(1);
  vi.useFakeTimers({ toFake: ['Date'], now: end });
  expect(await read(token)).toBeNull();
});

test('prepares no statement again at another time', async () => {
  const visits = visitsOf(server);
  async function work(): Promise<void> {
    await server.call('signIn', { body: { email: emailOf('employee'), password: PASSWORD } });
    await visits.assign(await visits.add());
  }
  await work();
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  await work();
  expect(prepared.mock.calls.filter(([text]) => /(into|update) "(attempts|appointments)"/.test(text))).toEqual([]);
});

test('computes the bounds of a day once per time zone', () => {
  const read = vi.spyOn(DateTime, 'fromISO');
  const ranges = ['America/New_York', 'Europe/Madrid', 'America/New_York'].map((zone) =>
    getDayRange('2031-05-06', zone),
  );
  expect(read).toHaveBeenCalledTimes(2);
  expect(ranges[2]).toEqual(ranges[0]);
  expect(ranges[1]).not.toEqual(ranges[0]);
});

test('reads the matching records of a search once, for its rows and its total', async () => {
  const { services } = server;
  const supplies = getCollection(services, 'supplies');
  const read = vi.spyOn(services.store.readers, 'read');
  const search = async (from: number, descending = false) => {
    const where = [{ expression: sql<SqlBool>`"key_title" like '%s1%'` }];
    const title = supplies.columns.find(({ name }) => name === 'title') as Column;
    const order = { orderBy: sql`${sql.ref(title.keyColumn ?? '')}`, sortColumn: title, descending };
    const { rows, total } = await findRowsPage(services, supplies, { where, ...order, from, to: from + 1 });
    return [total, ...rows.map((row) => row.text_title)];
  };
  expect(await search(0)).toEqual([2, 'S1', 'S10']);
  expect(read).toHaveBeenCalledTimes(1);
  expect(await search(1, true)).toEqual([2, 'S1']);
  expect(await search(2)).toEqual([2]);
  expect(await search(5)).toEqual([2]);
});

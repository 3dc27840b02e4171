import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import {
  createFirstAdmin,
  openDatabase,
  openStore,
  readConfig,
  type Store,
  syncToConfigs,
} from 'portal-frame/internal/server';
import { linesOf, runFile } from 'portal-frame/testing/helpers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import app from '../../server/app.ts';
import { formerMigrations } from '../../server/store/formerMigrations.ts';
import supplies from '../fixtures/supplies.ts';
import { createTestDatabase } from './harness.ts';

const POSTGRES = Boolean(process.env.TEST_DATABASE_URL);
const SCRIPT = join(import.meta.dirname, '..', 'fixtures', 'startOnce.ts');
const ADMIN_EMAIL = 'boss@example.test';
const FORMER = Object.keys(formerMigrations('sqlite'));
/** Of a new database: the change to own records, the frame's and the portal's. */
const STEPS = ['former', ...Array(6).fill('frame'), 'app'];
/** Database contents of the first released schema, made by its own code: see tests/fixtures/oldest. */
const OLDEST = readFileSync(
  join(import.meta.dirname, '..', 'fixtures', 'oldest', `${POSTGRES ? 'postgres' : 'sqlite'}.sql`),
  'utf8',
);
/** The rows of OLDEST. */
const ROWS = {
  accounts: 3,
  appointments: 6,
  documents: 6,
  transactions: 5,
  notifications: 6,
  sessions: 1,
  attempts: 1,
};

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'portal-interrupted-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Home {
  dataDir: string;
  url?: string;
  drop(): Promise<void>;
}

/** An empty home for a server, or one with the oldest schema and rows. */
async function home(oldest: boolean): Promise<Home> {
  const { url, drop } = await createTestDatabase();
  const dataDir = mkdtempSync(join(root, 'home-'));
  if (oldest && url) {
    const client = new pg.Client(url);
    await client.connect();
    await client.query(OLDEST);
    await client.end();
  } else if (oldest) {
    const file = new DatabaseSync(join(dataDir, 'portal.sqlite'));
    file.exec(OLDEST);
    file.close();
  }
  return { dataDir, ...(url && { url }), drop };
}

const envOf = ({ dataDir, url }: Home) => ({ DEMO: 'off', ADMIN_EMAIL, DATA_DIR: dataDir, DATABASE_URL: url ?? '' });

/** Starts a process (startOnce.ts). Returns the signal that ended it and its output. */
async function startOnce(place: Home, ...words: string[]) {
  const { child, end } = runFile(SCRIPT, words, { env: { ...process.env, ...envOf(place) } });
  const { code, out } = await end;
  return { code, signal: child.signalCode, lines: linesOf(out) };
}

/** The statements of a start, in order; of a former version's migrations with `former`. */
async function statementsOf(oldest: boolean, how: 'list' | 'former' = 'list'): Promise<string[]> {
  const place = await home(oldest);
  const { code, lines } = await startOnce(place, how);
  expect(code).toBe(0);
  await place.drop();
  return lines.map((line) => JSON.parse(line) as string);
}

/** Tables, indexes and triggers of a database. */
async function schemaOf({ db, kind }: Store): Promise<unknown> {
  const query =
    kind === 'sqlite'
      ? sql`select type, name, sql from sqlite_master order by type, name`
      : sql`select table_name as name, column_name as part, data_type as kind from information_schema.columns
          where table_schema = 'public' union all
        select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' union all
        select event_object_table, trigger_name, action_statement from information_schema.triggers order by 1, 2, 3`;
  return (await query.execute(db)).rows;
}

/** Starts in this process and returns the schema; every row must exist. */
async function startAgain(place: Home, oldest: boolean): Promise<unknown> {
  const config = { ...readConfig(envOf(place), app), argonMemoryKib: 64 };
  const store = await openStore(config);
  try {
    await createFirstAdmin({ config, store }, () => {});
    await syncToConfigs(store, { resources: [supplies], zone: config.timeZone });
    for (const [table, rows] of Object.entries(oldest ? ROWS : { accounts: 1 })) {
      const found = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(store.db);
      expect([table, Number(found.rows[0]?.count)]).toEqual([table, rows]);
    }
    const { total, fees } = await store.db
      .selectFrom('appointment_counts')
      .select((of) => [of.fn.sum<number>('total').as('total'), of.fn.sum<number>('fees_cents').as('fees')])
      .where('employee_id', '=', '*')
      .where('laboratory_id', '=', '*')
      .executeTakeFirstOrThrow();
    expect([Number(total), Number(fees)]).toEqual(oldest ? [6, 5 * 1250 + 10] : [0, 0]);
    return await schemaOf(store);
  } finally {
    await store.close();
  }
}

async function completeSchema(oldest: boolean): Promise<unknown> {
  const place = await home(oldest);
  const schema = await startAgain(place, oldest);
  await place.drop();
  return schema;
}

/** A hash over all files of a folder. */
const digestOf = (folder: string) =>
  readdirSync(folder)
    .toSorted()
    .reduce((hash, name) => hash.update(`${name}\0`).update(readFileSync(join(folder, name))), createHash('sha256'))
    .digest('hex');

/** Writes of a start outside transactions, except the records of applied steps. */
function unbound(statements: readonly string[]): string[] {
  let within = false;
  return statements.filter((one) => {
    within = /^begin/.test(one) || (within && one !== 'commit');
    return !within && /^\s*(insert|update|delete|create|alter|drop) (?!.*(kysely_migration|migrations_))/i.test(one);
  });
}

/** Points to kill at: in the middle of each transaction, and before every third commit. */
function points(statements: readonly string[]): number[] {
  const begins = statements.flatMap((one, index) => (/^begin/.test(one) ? [index + 1] : []));
  return begins.flatMap((begin, index) => {
    const commit = statements.indexOf('commit', begin) + 1;
    const middle = Math.ceil((begin + commit) / 2);
    return index % 3 === 0 ? [middle, commit] : [middle];
  });
}

describe.each([
  ['a first start', false],
  ['an upgrade from the oldest schema', true],
])('%s', (_name, oldest) => {
  test.runIf(POSTGRES)('completes after a kill in any step and a restart', async () => {
    const statements = await statementsOf(oldest);
    expect(statements.filter((one) => one === 'commit').length).toBeGreaterThanOrEqual(
      (oldest ? FORMER : STEPS).length,
    );
    const complete = await completeSchema(oldest);
    // A step is one transaction, so it is applied completely or not at all; these kills confirm it.
    expect(unbound(statements)).toEqual([]);
    const all = points(statements).filter((_one, index) => index % (oldest ? 9 : 3) === 1);
    expect(all.length).toBeGreaterThan(2);
    // In the middle of the change to records of owners.
    all.push(statements.findIndex((one) => one.startsWith('create table "migrations_frame"')) + 2);
    const killAt = async (point: number) => {
      const place = await home(oldest);
      expect((await startOnce(place, 'kill', String(point))).signal).toBe('SIGKILL');
      expect(await startAgain(place, oldest), `killed before ${statements[point - 1]}`).toEqual(complete);
      await place.drop();
    };
    const waiting = [...all];
    const worker = async () => {
      for (let point = waiting.shift(); point; point = waiting.shift()) await killAt(point);
    };
    await Promise.all([worker(), worker()]);
  });

  test.skipIf(POSTGRES)('completes on SQLite after an interruption before any statement', async () => {
    const place = await home(oldest);
    const copies = mkdtempSync(join(root, 'copies-'));
    expect((await startOnce(place, 'copy', copies)).code).toBe(0);
    const complete = await completeSchema(oldest);
    const numbers = readdirSync(copies);
    expect(numbers.length).toBeGreaterThan(60);
    // SQLite writes little within a transaction. Equal files mean an equal start.
    const different = new Map(numbers.map((number) => [digestOf(join(copies, number)), number]));
    expect(different.size).toBeGreaterThan((oldest ? FORMER : STEPS).length);
    for (const number of different.values()) {
      const one = { ...place, dataDir: join(copies, number) };
      expect(await startAgain(one, oldest), `ended before statement ${number}`).toEqual(complete);
    }
  });
});

test('takes over an old database from each step of the former list', async () => {
  const complete = await completeSchema(true);
  for (const name of FORMER.slice(1)) {
    const place = await home(true);
    const former = openDatabase({ dataDir: place.dataDir, ...(place.url && { databaseUrl: place.url }) });
    const provider = { getMigrations: async () => formerMigrations(former.kind) };
    expect((await new Migrator({ db: former.db, provider }).migrateTo(name)).error).toBeUndefined();
    await former.close();
    expect(await startAgain(place, true), `from ${name}`).toEqual(complete);
    await place.drop();
  }
});

test.skipIf(POSTGRES).each([false, true])(
  'resumes on SQLite a step that the old code left half done (from the oldest schema: %s)',
  async (oldest) => {
    const written = await statementsOf(oldest, 'former');
    const steps = written.filter((one) => !/^(select|with|begin|commit|\s*pragma)/.test(one));
    const left = await home(oldest);
    const file = new DatabaseSync(join(left.dataDir, 'portal.sqlite'));
    const copyLeft = (name: string) => {
      const place = { ...left, dataDir: join(root, `left-${oldest}-${name}`) };
      mkdirSync(place.dataDir);
      cpSync(left.dataDir, place.dataDir, { recursive: true });
      return place;
    };
    const places: [string, Home][] = [];
    let recorded = oldest ? 1 : 0;
    for (const [index, statement] of steps.entries()) {
      if (/^insert into "kysely_migration/.test(statement)) {
        const values = statement.includes('_lock')
          ? ['migration_lock', 0]
          : [FORMER[recorded++] as string, new Date().toISOString()];
        file.prepare(statement).run(...values);
      } else file.exec(statement);
      if (index % 15 === 14) places.push([statement, copyLeft(String(index))]);
    }
    expect(recorded).toBe(FORMER.length);
    file.close();
    const complete = await startAgain(left, oldest);
    for (const [statement, place] of places)
      expect(await startAgain(place, oldest), `left after ${statement}`).toEqual(complete);
    if (oldest) expect(await completeSchema(oldest)).toEqual(complete);
  },
);

test.skipIf(POSTGRES)('refuses in one line a database with a foreign table, or of a newer version', async () => {
  const place = await home(true);
  const file = new DatabaseSync(join(place.dataDir, 'portal.sqlite'));
  file.exec('create table outbox (id integer)');
  await expect(openStore({ ...place, app })).rejects.toThrow(
    /^The database holds a "outbox" that this version did not make\./,
  );
  file.exec("drop table outbox; insert into kysely_migration values ('999_later', '2027-01-01T00:00:00Z')");
  await expect(openStore({ ...place, app })).rejects.toThrow(
    /^The database was brought up by a newer version \(999_later\)\./,
  );
  file.close();
});

test.runIf(POSTGRES)('starts several servers on PostgreSQL one after the other', async () => {
  const place = await home(true);
  const schemas = await Promise.all(Array.from({ length: 8 }).map(() => startAgain(place, true)));
  expect(schemas[0]).toEqual(await completeSchema(true));
  await place.drop();
});

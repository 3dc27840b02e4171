import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { sql } from 'kysely';
import { openStore, type Store } from 'portal-frame/internal/server';
import { createAccount, hashPassword } from 'portal-frame/server/accounts';
import app from '../../server/app.ts';
import { rebuildWords, recount } from '../api/rebuild.ts';
import { benchAccounts, type Made, makeAppointments, type Owners, PASSWORD } from './data.ts';

export interface Place {
  dataDir: string;
  databaseUrl?: string | undefined;
}

const BATCH = 2000;
const TABLES = ['appointments', 'documents', 'transactions'] as const;

/** Fills a new database with accounts and `rows` appointments, `perDay` of them per day. */
export async function load({ dataDir, databaseUrl }: Place, rows: number, perDay?: number): Promise<void> {
  const store = await openStore({ app, dataDir, ...(databaseUrl && { databaseUrl }) });
  try {
    const passwordHash = await hashPassword(PASSWORD, { argonMemoryKib: 64 });
    const owners: Owners & { laboratories: { id: string; name: string }[]; employees: string[] } = {
      employees: [],
      laboratories: [],
    };
    for (const account of benchAccounts(passwordHash)) {
      const { id, full_name: name, role } = await createAccount(store, account);
      if (role === 'employee') owners.employees.push(id);
      if (role === 'laboratory') owners.laboratories.push({ id, name });
    }
    const made = makeAppointments(rows, owners, Date.now(), perDay);
    if (store.kind === 'sqlite') loadSqlite(join(dataDir, 'portal.sqlite'), made);
    else await loadPostgres(store, made);
    await store.db.transaction().execute(async (db) => {
      await recount(db);
      await rebuildWords(db);
    });
    if (store.kind === 'postgres') await sql`vacuum analyze`.execute(store.db);
  } finally {
    await store.close();
  }
}

/** One transaction without journal, indexes and triggers, as nothing else uses the file. */
function loadSqlite(file: string, made: Iterable<Made>): void {
  const sqlite = new DatabaseSync(file);
  sqlite.exec(`pragma journal_mode = off; pragma synchronous = off; pragma temp_store = memory;
    pragma cache_size = -400000; begin immediate`);
  const aside = sqlite
    .prepare(
      `select type, name, sql from sqlite_master where type in ('index', 'trigger') and sql is not null
        and tbl_name in (${TABLES.map((table) => `'${table}'`).join(', ')})`,
    )
    .all() as { type: string; name: string; sql: string }[];
  for (const { type, name } of aside) sqlite.exec(`drop ${type} ${name}`);
  const writers = Object.fromEntries(TABLES.map((table) => [table, writer(sqlite, table)]));
  for (const { appointment, documents, payment } of made) {
    writers.appointments?.(appointment);
    for (const document of documents) writers.documents?.(document);
    if (payment) writers.transactions?.(payment);
  }
  for (const { sql: definition } of aside) sqlite.exec(definition);
  sqlite.exec('commit; pragma journal_mode = wal');
  sqlite.close();
}

function writer(sqlite: DatabaseSync, table: string): (row: object) => void {
  const columns = sqlite
    .prepare(`select name from pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => name);
  const insert = sqlite.prepare(`insert into ${table} (${columns}) values (${columns.map(() => '?')})`);
  return (row) => {
    insert.run(...columns.map((name) => (row as Record<string, SQLInputValue>)[String(name)] ?? null));
  };
}

/** Batches of JSON without indexes, which are recreated afterwards. */
async function loadPostgres({ db }: Store, made: Iterable<Made>): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }>`select indexname as name, indexdef as definition
    from pg_indexes where tablename in (${sql.join(TABLES)}) and indexname not like '%_pkey'`.execute(db);
  for (const { name } of indexes.rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  for (const table of TABLES) await sql`alter table ${sql.table(table)} disable trigger all`.execute(db);
  const waiting: Record<(typeof TABLES)[number], object[]> = { appointments: [], documents: [], transactions: [] };
  const send = async () => {
    for (const table of TABLES) {
      const rows = JSON.stringify(waiting[table].splice(0));
      await sql`insert into ${sql.table(table)} select * from
        json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`.execute(db);
    }
  };
  for (const { appointment, documents, payment } of made) {
    waiting.appointments.push(appointment);
    waiting.documents.push(...documents);
    if (payment) waiting.transactions.push(payment);
    if (waiting.appointments.length === BATCH) await send();
  }
  await send();
  for (const table of TABLES) await sql`alter table ${sql.table(table)} enable trigger all`.execute(db);
  for (const { definition } of indexes.rows) await sql.raw(definition).execute(db);
}

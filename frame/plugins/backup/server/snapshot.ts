import { sql } from 'kysely';
import type { DatabaseKind } from 'portal-frame/server/database';
import {
  type AnyDb,
  type AnyRow,
  type AppliedMigrations,
  asAnyDb,
  describeTables,
  findAppliedMigrations,
  type Store,
  type TableDescription,
} from 'portal-frame/server/storage';

/** All rows of all tables at one moment. */
export interface Snapshot {
  tables: readonly TableDescription[];
  migrations: AppliedMigrations;
  rows(table: string): AsyncIterable<AnyRow>;
}

const PAGE_SIZE = 500;

async function* streamRows(db: AnyDb, kind: DatabaseKind, table: string): AsyncIterable<AnyRow> {
  if (kind === 'sqlite') {
    yield* db.selectFrom(table).selectAll().stream();
    return;
  }
  await sql`declare page_rows no scroll cursor for select * from ${sql.table(table)}`.execute(db);
  for (;;) {
    const { rows } = await sql<AnyRow>`fetch ${sql.lit(PAGE_SIZE)} from page_rows`.execute(db);
    if (rows.length === 0) break;
    yield* rows;
  }
  await sql`close page_rows`.execute(db);
}

/** Runs `work` in a read-only transaction on a snapshot of all rows. It blocks nobody. */
export function withSnapshot<T>({ app, db, kind }: Store, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return transaction.execute(async (view) => {
    const migrations = await findAppliedMigrations({ db: view, kind });
    const anyDb = asAnyDb(view);
    const tables = await describeTables(anyDb, { app, kind });
    return work({ tables, migrations, rows: (table) => streamRows(anyDb, kind, table) });
  });
}

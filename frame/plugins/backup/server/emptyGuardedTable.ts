import { sql } from 'kysely';
import type { DatabaseKind, Db } from 'portal-frame/server/database';

/** Empties a table whose triggers refuse deletes, and keeps its triggers. Call it in a transaction. */
export async function emptyGuardedTable(db: Db, kind: DatabaseKind, name: string): Promise<void> {
  const table = sql.table(name);
  if (kind === 'postgres') {
    await sql`alter table ${table} disable trigger user`.execute(db);
    await sql`delete from ${table}`.execute(db);
    await sql`alter table ${table} enable trigger user`.execute(db);
    return;
  }
  const { rows: triggers } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name = ${name}`.execute(db);
  for (const trigger of triggers) await sql`drop trigger ${sql.ref(trigger.name)}`.execute(db);
  await sql`delete from ${table}`.execute(db);
  for (const trigger of triggers) await sql.raw(trigger.sql).execute(db);
}

import { sql } from 'kysely';
import { type Db, isSqlite } from 'portal-frame/server/database';
import { COUNT_ALL } from '../../server/store/countsSchema.ts';
import { FIND_ALL } from '../../server/store/wordsSchema.ts';

/** Rebuilds the summary table. Call in the transaction that wrote rows without triggers. */
export async function recount(db: Db): Promise<void> {
  for (const statement of COUNT_ALL) await sql.raw(statement).execute(db);
}

/** Rebuilds SQLite's words. Call in the transaction that wrote appointments without triggers. */
export async function rebuildWords(db: Db): Promise<void> {
  if (isSqlite(db)) for (const statement of FIND_ALL) await sql.raw(statement).execute(db);
}

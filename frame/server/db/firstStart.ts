import { sql, type Transaction } from 'kysely';
import type { Schema } from './databaseSchema.ts';
import type { Store } from './openDatabase.ts';

/** Whether anybody was ever here: deleted accounts count. */
export async function hasAccounts(db: Store['db']): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Does `work` in one database transaction if there is no account yet, and gives what it gives; undefined else.
 * Of several servers that start on one empty database only one does it, the others wait for it.
 */
export async function runIfEmpty<T>(
  { db, kind }: Pick<Store, 'db' | 'kind'>,
  work: (db: Transaction<Schema>) => Promise<T>,
): Promise<T | undefined> {
  return db.transaction().execute(async (transaction) => {
    if (kind === 'postgres') await sql`lock table accounts in share row exclusive mode`.execute(transaction);
    return (await hasAccounts(transaction)) ? undefined : work(transaction);
  });
}

import { sql, type Transaction } from 'kysely';
import type { Schema } from './databaseSchema.ts';
import type { Store } from './openDatabase.ts';

/** True if there ever was an account, including deleted ones. */
export async function hasAccounts(db: Store['db']): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Runs `work` in a transaction if there is no account yet. Of several servers, one runs it; the others wait. */
export async function runIfEmpty<T>(
  { db, kind }: Pick<Store, 'db' | 'kind'>,
  work: (db: Transaction<Schema>) => Promise<T>,
): Promise<T | undefined> {
  return db.transaction().execute(async (transaction) => {
    if (kind === 'postgres') await sql`lock table accounts in share row exclusive mode`.execute(transaction);
    return (await hasAccounts(transaction)) ? undefined : work(transaction);
  });
}

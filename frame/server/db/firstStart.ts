import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Schema } from './databaseSchema.ts';
import type { Store } from './openDatabase.ts';

/** True if there ever was an account, including deleted ones. */
export async function hasAccounts(db: Store['db']): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}

const LOCK_ID = 7_204_913;
const RETRY_MS = 200;

/** Waits for the lock by short statements: the work of another server may take longer than a statement may. */
async function waitForLock(transaction: Transaction<Schema>): Promise<void> {
  const tryLock = sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(LOCK_ID)}) as held`;
  while (!(await tryLock.execute(transaction)).rows[0]?.held) await delay(RETRY_MS);
}

/** Runs `work` in a transaction if there is no account yet. Of several servers, one runs it; the others wait. */
export async function runIfEmpty<T>(
  { db, kind }: Pick<Store, 'db' | 'kind'>,
  work: (db: Transaction<Schema>) => Promise<T>,
): Promise<T | undefined> {
  return db.transaction().execute(async (transaction) => {
    if (kind === 'postgres') await waitForLock(transaction);
    return (await hasAccounts(transaction)) ? undefined : work(transaction);
  });
}

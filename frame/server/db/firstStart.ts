import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Schema } from './databaseSchema.ts';
import type { Store } from './openDatabase.ts';
import { SCHEMA_LOCK_ID } from './writeLock.ts';

/** True if there ever was an account, including deleted ones. */
export async function hasAccounts(db: Store['db']): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}

const LOCK_ID = 7_204_913;
const RETRY_MS = 200;

/** Waits for a lock by short statements: the work of another server may take longer than a statement may. */
async function waitForLock(transaction: Transaction<Schema>, id: number): Promise<void> {
  const tryLock = sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(id)}) as held`;
  while (!(await tryLock.execute(transaction)).rows[0]?.held) await delay(RETRY_MS);
}

/** Runs `work` in a transaction if there is no account yet. Of several servers, one runs it; the others wait. */
export async function runIfEmpty<T>(
  { db, kind }: Pick<Store, 'db' | 'kind'>,
  work: (db: Transaction<Schema>) => Promise<T>,
): Promise<T | undefined> {
  return db.transaction().execute(async (transaction) => {
    // A server that starts later looks for its indexes and triggers only when the tables are filled.
    for (const id of kind === 'postgres' ? [LOCK_ID, SCHEMA_LOCK_ID] : []) await waitForLock(transaction, id);
    return (await hasAccounts(transaction)) ? undefined : work(transaction);
  });
}

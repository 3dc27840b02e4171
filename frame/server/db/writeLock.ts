import { sql, type Transaction } from 'kysely';
import type { Schema } from './databaseSchema.ts';
import type { DatabaseKind } from './openDatabase.ts';

/** An arbitrary number, the same for all servers. */
const LOCK_ID = 7_204_912;

const lockedTransactions = new WeakSet<object>();

/**
 * Takes the lock for rows that are numbered without gaps (audit trail, events) until the transaction ends. The numbers
 * then become visible in order. Take it last, after all other row locks. SQLite needs none: its transactions run one
 * after the other.
 */
export async function acquireWriteLock(db: Transaction<Schema>, kind: DatabaseKind): Promise<void> {
  if (kind !== 'postgres' || lockedTransactions.has(db)) return;
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_ID)})`.execute(db);
  if (db.isTransaction) lockedTransactions.add(db);
}

import { sql, type Transaction } from 'kysely';
import type { Schema } from './databaseSchema.ts';
import type { DatabaseKind } from './openDatabase.ts';

/** Any number, the same for all servers. */
const LOCK_ID = 7_204_912;

/** Transactions that have it: PostgreSQL is asked once. */
const lockedTransactions = new WeakSet<object>();

/**
 * Waits for the turn to write what counts up without a gap (the audit trail, the events), and keeps it until the
 * transaction ends: numbers then become visible in their order. Take it last, with every row at hand that the
 * transaction changes. SQLite's transactions come one after the other anyway.
 */
export async function acquireWriteLock(db: Transaction<Schema>, kind: DatabaseKind): Promise<void> {
  if (kind !== 'postgres' || lockedTransactions.has(db)) return;
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_ID)})`.execute(db);
  if (db.isTransaction) lockedTransactions.add(db);
}

import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { busy } from '../base/httpError.ts';
import type { Db, Schema } from './databaseSchema.ts';
import { HookClock } from './guardTransactions.ts';
import type { DatabaseKind } from './openDatabase.ts';
import { LOCK_WAIT_MS } from './postgresDialect.ts';

/** An arbitrary number, the same for all servers. */
const LOCK_ID = 7_204_912;
/** Of the tables of collections: held by a server that changes them or fills them for the first time. */
export const SCHEMA_LOCK_ID = 7_204_911;
const PAUSE_MS = 20;

const lockedTransactions = new WeakSet<object>();

interface LockOptions {
  /** Others may share the lock. */
  isShared?: boolean;
  /** Tries again instead of queueing, since those who share the lock would wait behind it. */
  isUnlimited?: boolean;
}

/**
 * Takes a lock of PostgreSQL until the transaction ends. `keys` are one bigint or two integers for SQL. Fails after five
 * seconds, which is answered with 503. SQLite needs none: its transactions run one after the other.
 * @example await acquireLock(tx.db, services.store.kind, sql`hashtext('invoice numbers')`);
 */
export async function acquireLock(
  db: Db,
  kind: DatabaseKind,
  keys: RawBuilder<unknown>,
  { isShared = false, isUnlimited = false }: LockOptions = {},
): Promise<void> {
  if (kind !== 'postgres') return;
  const name = sql.raw(isShared ? 'xact_lock_shared' : 'xact_lock');
  if (!isUnlimited) {
    await sql`select pg_advisory_${name}(${keys})`.execute(db);
    return;
  }
  const attempt = sql<{ held: boolean }>`select pg_try_advisory_${name}(${keys}) as held`;
  const end = performance.now() + LOCK_WAIT_MS;
  while (!(await attempt.execute(db)).rows[0]?.held) {
    if (performance.now() > end) throw busy();
    await HookClock.wait(() => delay(PAUSE_MS));
  }
}

/**
 * Takes the lock for rows that are numbered without gaps (activity, events) until the transaction ends. The numbers
 * then become visible in order. Take it last, after all other row locks.
 */
export async function acquireWriteLock(db: Transaction<Schema>, kind: DatabaseKind): Promise<void> {
  if (kind !== 'postgres' || lockedTransactions.has(db)) return;
  await acquireLock(db, kind, sql.lit(LOCK_ID));
  if (db.isTransaction) lockedTransactions.add(db);
}

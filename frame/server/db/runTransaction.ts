import { type IsolationLevel, sql, type Transaction } from 'kysely';
import type { Schema } from './databaseSchema.ts';
import type { Store } from './openDatabase.ts';
import { WRITER_WAIT_MS, WriterBusyError } from './sqlite/writeQueue.ts';

const LOCK_TIMEOUT_CODE = '55P03';

interface TransactionOptions {
  /**
   * False to return before the data is on the disk. A power cut may lose it; a process crash does not. Throws a
   * WriterBusyError without writing if another transaction holds the lock for long.
   */
  durable?: boolean;
  /** True to write thousands of rows. SQLite uses a thread, so that readers never wait. Other writers wait for its end. */
  onWorker?: boolean;
}

/** Isolation levels that select these options in sqliteDialect.ts. All SQLite transactions are serializable anyway. */
const getSqliteLevel = ({ durable = true, onWorker }: TransactionOptions): IsolationLevel | undefined =>
  durable ? (onWorker ? 'serializable' : undefined) : 'read uncommitted';

/** Runs `work` in one transaction. */
export async function runTransaction<T>(
  { db, kind }: Pick<Store, 'db' | 'kind'>,
  work: (trx: Transaction<Schema>) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const level = kind === 'sqlite' ? getSqliteLevel(options) : undefined;
  const transaction = level ? db.transaction().setIsolationLevel(level) : db.transaction();
  if (kind === 'sqlite' || options.durable !== false) return transaction.execute(work);
  const done = transaction.execute(async (trx) => {
    // Both settings in one query.
    await sql`select set_config('synchronous_commit', 'off', true),
      set_config('lock_timeout', ${`${WRITER_WAIT_MS}ms`}, true)`.execute(trx);
    return work(trx);
  });
  return done.catch((cause: { code?: unknown }) => {
    throw cause.code === LOCK_TIMEOUT_CODE ? new WriterBusyError() : cause;
  });
}

import { sql, type Transaction } from 'kysely';
import type { Db, Schema } from './databaseSchema.ts';
import type { DatabaseKind } from './openDatabase.ts';
import { WRITER_WAIT_MS, WriterBusyError } from './sqlite/writerBusy.ts';

/** PostgreSQL's code for a lock timeout. */
const LOCK_TIMEOUT_CODE = '55P03';

/**
 * Runs a transaction that does not wait for the disk. It survives the end of the process, but a power cut may lose it.
 * Throws a WriterBusyError without writing if another transaction holds the lock for long.
 */
export const runNonDurableTransaction = <T>(
  db: Db,
  kind: DatabaseKind,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> => {
  const transaction = db.transaction();
  // This isolation level selects the behaviour, see sqliteDialect.ts.
  if (kind === 'sqlite') return transaction.setIsolationLevel('read uncommitted').execute(work);
  const done = transaction.execute(async (trx) => {
    // Both settings in one query.
    await sql`select set_config('synchronous_commit', 'off', true),
      set_config('lock_timeout', ${`${WRITER_WAIT_MS}ms`}, true)`.execute(trx);
    return work(trx);
  });
  return done.catch((cause: { code?: unknown }) => {
    throw cause.code === LOCK_TIMEOUT_CODE ? new WriterBusyError() : cause;
  });
};

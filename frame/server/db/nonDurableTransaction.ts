import { sql, type Transaction } from 'kysely';
import type { Db, Schema } from './databaseSchema.ts';
import type { DatabaseKind } from './openDatabase.ts';
import { WRITER_WAIT_MS, WriterBusyError } from './sqlite/writerBusy.ts';

/** PostgreSQL's word for a lock that another kept for too long. */
const LOCK_TIMEOUT_CODE = '55P03';

/**
 * A transaction whose end does not wait until the disk has it: whatever becomes of the process, it is there; a power
 * cut may take what was written in the last moments, from the end. The next ordinary transaction brings it to the disk.
 * It throws WriterBusy, and has done nothing, where others write for long.
 */
export const runNonDurableTransaction = <T>(
  db: Db,
  kind: DatabaseKind,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> => {
  const transaction = db.transaction();
  // SQLite's connection takes this level as the word for it (sqliteDialect.ts).
  if (kind === 'sqlite') return transaction.setIsolationLevel('read uncommitted').execute(work);
  const done = transaction.execute(async (trx) => {
    // Both in one query.
    await sql`select set_config('synchronous_commit', 'off', true),
      set_config('lock_timeout', ${`${WRITER_WAIT_MS}ms`}, true)`.execute(trx);
    return work(trx);
  });
  return done.catch((cause: { code?: unknown }) => {
    throw cause.code === LOCK_TIMEOUT_CODE ? new WriterBusyError() : cause;
  });
};

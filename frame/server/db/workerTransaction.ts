import type { Transaction } from 'kysely';
import type { Db, Schema } from './databaseSchema.ts';
import type { DatabaseKind } from './openDatabase.ts';

/**
 * A transaction that writes thousands of rows. On SQLite it takes place on a thread of its own, so that nobody who reads
 * waits for it: neither for its statements nor for the disk at its end. Who writes waits for its end.
 */
export const runTransactionOnWorker = <T>(
  db: Db,
  kind: DatabaseKind,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> => {
  const transaction = db.transaction();
  // SQLite's connection takes this level as the word for it (sqliteDialect.ts); all its transactions are of that level.
  return (kind === 'sqlite' ? transaction.setIsolationLevel('serializable') : transaction).execute(work);
};

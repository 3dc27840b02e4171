import type { Transaction } from 'kysely';
import type { Db, Schema } from './databaseSchema.ts';
import type { DatabaseKind } from './openDatabase.ts';

/**
 * Runs a transaction that writes thousands of rows. On SQLite it runs on a thread of its own, so that readers never
 * wait. Other writers wait for its end.
 */
export const runTransactionOnWorker = <T>(
  db: Db,
  kind: DatabaseKind,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> => {
  const transaction = db.transaction();
  // This isolation level selects the thread, see sqliteDialect.ts. All SQLite transactions are serializable anyway.
  return (kind === 'sqlite' ? transaction.setIsolationLevel('serializable') : transaction).execute(work);
};

import { sql, type Transaction } from 'kysely';
import type { DatabaseKind } from './open.ts';
import type { Db, Schema } from './schema.ts';

/**
 * A transaction whose end does not wait until the disk has it: whatever becomes of the process, it is there; a power
 * cut may take what was written in the last moments, from the end. The next ordinary transaction brings it to the disk.
 * On SQLite it throws WriterBusy, and has done nothing, where others write for long.
 */
export const quickly = <T>(db: Db, kind: DatabaseKind, work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> => {
  const transaction = db.transaction();
  // SQLite's connection takes this level as the word for it (sqlite.ts).
  if (kind === 'sqlite') return transaction.setIsolationLevel('read uncommitted').execute(work);
  return transaction.execute(async (trx) => {
    await sql`set local synchronous_commit = off`.execute(trx);
    return work(trx);
  });
};

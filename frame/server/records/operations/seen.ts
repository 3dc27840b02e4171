import { sql } from 'kysely';
import type { Account } from '../../http/handler.ts';
import { seenBy } from '../access/rowRules.ts';
import type { Collection } from '../schema/collection.ts';
import type { CollectionDb } from '../schema/collectionDb.ts';
import { columnsFor, type Values } from '../schema/recordRow.ts';

/** Gives those of these records that the person sees the same values, in one statement; others are left alone. */
export async function setSeen(
  db: CollectionDb,
  collection: Collection,
  account: Account,
  ids: readonly string[],
  values: Values,
): Promise<void> {
  if (ids.length === 0) return;
  const update = db.updateTable(collection.table).set(columnsFor(collection, values, 'UTC'));
  const where = [sql<boolean>`id in (${sql.join(ids)})`, ...seenBy(collection, account)];
  await where.reduce((query, one) => query.where(one), update).execute();
}

/** Deletes all records that the person sees, in one statement. */
export async function deleteSeen(db: CollectionDb, collection: Collection, account: Account): Promise<void> {
  await seenBy(collection, account)
    .reduce((query, one) => query.where(one), db.deleteFrom(collection.table))
    .execute();
}

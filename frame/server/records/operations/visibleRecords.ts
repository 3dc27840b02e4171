import { sql } from 'kysely';
import type { Db } from '../../db/databaseSchema.ts';
import type { Account } from '../../http/callHandler.ts';
import { getVisibleConditions } from '../access/rowRules.ts';
import type { Collection } from '../schema/collection.ts';
import { toCollectionDb } from '../schema/collectionDb.ts';
import { type RecordValues, toRowColumns } from '../schema/recordRow.ts';

/** Sets the same values in those of these records that the user sees. */
export async function updateVisibleRecords(
  db: Db,
  collection: Collection,
  account: Account,
  ids: readonly string[],
  values: RecordValues,
): Promise<void> {
  if (ids.length === 0) return;
  const update = toCollectionDb(db)
    .updateTable(collection.table)
    .set(toRowColumns(collection, values, 'UTC'));
  const where = [sql<boolean>`id in (${sql.join(ids)})`, ...getVisibleConditions(collection, account)];
  await where.reduce((query, condition) => query.where(condition), update).execute();
}

/** Deletes all records that the user sees. */
export async function deleteVisibleRecords(db: Db, collection: Collection, account: Account): Promise<void> {
  await getVisibleConditions(collection, account)
    .reduce((query, condition) => query.where(condition), toCollectionDb(db).deleteFrom(collection.table))
    .execute();
}

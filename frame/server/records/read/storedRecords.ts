/** Records for SQL of an app, which knows no account: without rights, checks, hooks, history and activity entries. */

import { computeFields } from '../../../config/computedValues.ts';
import type { CollectionRecord } from '../../../config/related/recordTypes.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { expandJsonTexts } from '../../db/jsonLists.ts';
import { newId } from '../../db/newId.ts';
import { type Collection, getColumn, type NamedCollection } from '../schema/collection.ts';
import { type CollectionRow, toCollectionDb } from '../schema/collectionDb.ts';
import { insertRow, readLinks } from '../schema/linkRows.ts';
import { type RecordValues, toRecordValues, toRowColumns } from '../schema/recordRow.ts';

/** A record of the collection `N` with all its fields, regardless of access. */
export type StoredRecord<N extends string> = CollectionRecord<N> & { id: string };

/**
 * Finds records with all their fields, by ids or the values of a field; without `values` all, sorted by id. None without a
 * collection. Runs a query, and one more per field with many references.
 */
export async function findStoredRecords<N extends string>(
  db: Db,
  collection: NamedCollection<N> | undefined,
  values?: readonly string[],
  field?: keyof CollectionRecord<N> & string,
): Promise<StoredRecord<N>[]> {
  if (!collection || values?.length === 0) return [];
  const column = field === undefined ? 'id' : getColumn(collection, field);
  const query = toCollectionDb(db).selectFrom(collection.table).selectAll();
  const rows = await (values
    ? query.where(column, 'in', expandJsonTexts(db, JSON.stringify(values)))
    : query.orderBy('id')
  ).execute();
  const linked = await readLinks(db, collection, rows as CollectionRow[]);
  return linked.map((row) => ({ ...toRecordValues(collection, row), id: row.id }) as StoredRecord<N>);
}

/** Inserts records as they are, such as demo data. Returns their ids. Other data is written by the records API. */
export async function insertRecords(
  db: Db,
  collection: Collection,
  createdBy: string,
  records: readonly RecordValues[],
): Promise<string[]> {
  const now = Date.now();
  const ids: string[] = [];
  for (const record of records) {
    const id = newId(now);
    const values = computeFields(collection.resource, record);
    const stamps = { id, version: 1, created_at: now, created_by: createdBy, changed_at: now, changed_by: createdBy };
    await insertRow(db, collection, { ...toRowColumns(collection, values, collection.timeZone), ...stamps });
    ids.push(id);
  }
  return ids;
}

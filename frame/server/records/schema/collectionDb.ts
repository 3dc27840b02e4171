import type { SelectQueryBuilder, Transaction } from 'kysely';
import type { Db, Schema } from '../../db/databaseSchema.ts';
import type { Collection } from './collection.ts';

export type CollectionRow = Record<string, unknown> & { id: string; version: number };

/** A transaction that also takes the tables of collections, whose names and columns come from configs. */
export type CollectionTransaction = Transaction<Schema & Record<string, CollectionRow>>;

/** Types the same connection for tables whose names and columns come from configs. */
export const toCollectionDb = (db: Db) => db as CollectionTransaction;

/** Returns the columns of version and times. An existing table has those that its config names. */
export const getStampColumns = ({ existingTable, resource }: Pick<Collection, 'existingTable' | 'resource'>) =>
  existingTable
    ? (resource.table?.stamps ?? {})
    : { version: 'version', createdAt: 'created_at', changedAt: 'changed_at' };

/** Returns the version of a row; undefined if its table counts none. */
export function getVersion(collection: Collection, row: CollectionRow): number | undefined {
  const { version } = getStampColumns(collection);
  return version === undefined ? undefined : (row[version] as number);
}

/** Returns the columns of version, time and author that a change of these columns of the row writes. */
export function createChangeStamps(
  collection: Collection,
  row: CollectionRow,
  { differing, by, now = Date.now() }: { differing: readonly string[]; by: string; now?: number },
) {
  const { unversioned = [] } = collection.resource.table ?? {};
  const kept = collection.columns.flatMap(({ name, valueColumn }) => (unversioned.includes(name) ? valueColumn : []));
  if (differing.every((column) => kept.includes(column))) return {};
  const { version, changedAt } = getStampColumns(collection);
  return {
    ...(version && { [version]: Number(row[version]) + 1 }),
    ...(changedAt && { [changedAt]: now }),
    ...(!collection.existingTable && { changed_by: by }),
  };
}

const META_COLUMNS = ['id', 'version', 'created_at', 'created_by', 'changed_at', 'changed_by'];

/**
 * Selects the columns that records are made of. Search and unique keys, half of a row, stay in the database. Calls read
 * the rows of existing tables, so those are selected whole.
 */
export function selectReadColumns(
  { existingTable, columns }: Pick<Collection, 'existingTable' | 'columns'>,
  query: SelectQueryBuilder<Record<string, CollectionRow>, string, object>,
) {
  if (existingTable) return query.selectAll();
  const values = columns.flatMap(({ linkTable, valueColumn }) => (linkTable ? [] : [valueColumn]));
  return query.select([...new Set([...META_COLUMNS, ...values])]);
}

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/databaseSchema.ts';
import { bulkDelete, bulkInsert, bulkUpdate, type TypedColumn } from './bulkStatements.ts';
import type { Collection, Column } from './collection.ts';
import { type CollectionRow, getStampColumns, toCollectionDb } from './collectionDb.ts';

/** A field whose values are rows of a link table, in order. */
export type LinkColumn = Column & { linkTable: string };
export const isLinkColumn = (column: Column): column is LinkColumn => column.linkTable !== undefined;
export const getLinkColumns = ({ columns }: Pick<Collection, 'columns'>) => columns.filter(isLinkColumn);
const parseIds = (stored: unknown): string[] => (typeof stored === 'string' ? (JSON.parse(stored) as string[]) : []);

/** Adds the links of rows as JSON, as if their table had a column for each field. Runs one query per field. */
export async function readLinks<R extends CollectionRow>(
  db: Db,
  collection: Pick<Collection, 'columns'>,
  rows: R[],
): Promise<R[]> {
  if (rows.length === 0) return rows;
  for (const { linkTable, valueColumn } of getLinkColumns(collection)) {
    const ids = rows.map(({ id }) => id);
    const found = await toCollectionDb(db)
      .selectFrom(linkTable)
      .select(['record_id', 'target_id'])
      .where('record_id', 'in', ids)
      .orderBy('record_id')
      .orderBy('position')
      .execute();
    const byRecord = Map.groupBy(found, ({ record_id }) => record_id);
    for (const row of rows) {
      const of = byRecord.get(row.id);
      (row as CollectionRow)[valueColumn] = of ? JSON.stringify(of.map(({ target_id }) => target_id)) : null;
    }
  }
  return rows;
}

/** Removes links from a row, which are not in the collection's own table. */
export function omitLinks<R extends Record<string, unknown>>(collection: Pick<Collection, 'columns'>, row: R): R {
  const links = new Set(getLinkColumns(collection).map(({ valueColumn }) => valueColumn));
  return links.size === 0 ? row : (Object.fromEntries(Object.entries(row).filter(([name]) => !links.has(name))) as R);
}

const toLinkRows = (record_id: string, stored: unknown) =>
  parseIds(stored).map((target_id, position) => ({ record_id, target_id, position }));

/** Builds the link rows of new records by table. */
export const groupLinkRows = (collection: Pick<Collection, 'columns'>, rows: readonly CollectionRow[]) =>
  getLinkColumns(collection).map(
    ({ linkTable, valueColumn }) => [linkTable, rows.flatMap((row) => toLinkRows(row.id, row[valueColumn]))] as const,
  );

type RecordTable = Pick<Collection, 'table' | 'columns'>;

/** Inserts a row with its links. */
export const insertRow = (db: Db, collection: RecordTable, row: CollectionRow): Promise<void> =>
  insertCollectionRows(db, collection, [row]);

/** Inserts rows with their links. All rows have the columns of the first. */
export async function insertCollectionRows(
  db: Db,
  collection: RecordTable,
  rows: readonly CollectionRow[],
): Promise<void> {
  const tableRows = rows.map((row) => omitLinks(collection, row));
  await bulkInsert(db, collection.table, tableRows);
  for (const [table, links] of groupLinkRows(collection, rows)) await bulkInsert(db, table, links);
}

/** A row before and after a change, and the written columns. */
export interface ChangedRow {
  oldRow: CollectionRow;
  newRow: CollectionRow;
  columns: readonly string[];
}

/** Updates many rows and their changed links by few statements. */
export async function updateRows(
  db: Db,
  collection: Pick<Collection, 'resource' | 'table' | 'columns' | 'existingTable'>,
  changed: readonly ChangedRow[],
): Promise<void> {
  const { table, columns, existingTable } = collection;
  const { version, changedAt } = getStampColumns(collection);
  const stamps: TypedColumn[] = [
    ...(version ? [[version, 'integer'] as const] : []),
    ...(changedAt ? [[changedAt, 'bigint'] as const] : []),
    ...(existingTable ? [] : [['changed_by', 'text'] as const]),
  ];
  const names = new Set(changed.flatMap((one) => one.columns));
  const types = columns.flatMap(
    ({ valueColumn, keyColumn, sortColumn, uniqueColumn, codec, linkTable }): TypedColumn[] => {
      const texts = [keyColumn, sortColumn, uniqueColumn].flatMap((one): TypedColumn[] => (one ? [[one, 'text']] : []));
      return linkTable ? [] : [[valueColumn, codec.columnType], ...texts];
    },
  );
  const written = [...types.filter(([name]) => names.has(name)), ...stamps];
  const newRows = changed.map(({ newRow }) => [newRow.id, newRow] as const);
  await bulkUpdate(db, table, written, newRows);
  for (const { linkTable, valueColumn } of getLinkColumns({ columns })) {
    const differing = changed
      .filter(({ oldRow, newRow }) => (newRow[valueColumn] ?? null) !== (oldRow[valueColumn] ?? null))
      .map(({ newRow }) => newRow);
    if (differing.length === 0) continue;
    const ids = differing.map(({ id }) => id);
    await bulkDelete(db, linkTable, 'record_id', ids);
    const links = differing.flatMap((row) => toLinkRows(row.id, row[valueColumn]));
    await bulkInsert(db, linkTable, links);
  }
}

/** Compiles that a record links to one of these ids: a list or subquery in parentheses. */
export const compileLinksTo = ({ linkTable }: { linkTable: string }, ids: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`id in (select record_id from ${sql.table(linkTable)} where target_id in ${ids})`;

export const compileHasNoLinks = ({ linkTable }: { linkTable: string }): RawBuilder<SqlBool> =>
  sql<SqlBool>`id not in (select record_id from ${sql.table(linkTable)})`;

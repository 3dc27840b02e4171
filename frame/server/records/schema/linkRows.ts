import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import { bulkDelete, bulkInsert, bulkUpdate, type TypedColumn } from './bulkStatements.ts';
import type { Collection, Column } from './collection.ts';
import type { CollectionDb, CollectionRow } from './collectionDb.ts';

/** Values that a filter may ask for at a time. */
const MAX_FILTER_IDS = 1000;

/** A field whose values stand in a table of their own: a row for each record it refers to, in their order. */
type LinkColumn = Column & { linkTable: string };
export const isLinkColumn = (column: Column): column is LinkColumn => column.linkTable !== undefined;
export const getLinkColumns = ({ columns }: Pick<Collection, 'columns'>) => columns.filter(isLinkColumn);
const parseIds = (stored: unknown): string[] => (typeof stored === 'string' ? (JSON.parse(stored) as string[]) : []);

/** Puts the links of these rows into them, as if their table had a column for each; one query for each field. */
export async function readLinks<R extends CollectionRow>(
  db: CollectionDb,
  collection: Pick<Collection, 'columns'>,
  rows: R[],
): Promise<R[]> {
  if (rows.length === 0) return rows;
  for (const { linkTable, valueColumn } of getLinkColumns(collection)) {
    const ids = rows.map(({ id }) => id);
    const found = await db
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

/** What of a row stands in the collection's own table. */
export function omitLinks<R extends Record<string, unknown>>(collection: Pick<Collection, 'columns'>, row: R): R {
  const links = new Set(getLinkColumns(collection).map(({ valueColumn }) => valueColumn));
  return links.size === 0 ? row : (Object.fromEntries(Object.entries(row).filter(([name]) => !links.has(name))) as R);
}

const toLinkRows = (record_id: string, stored: unknown) =>
  parseIds(stored).map((target_id, position) => ({ record_id, target_id, position }));

/** The rows of these new records' links, by their table. */
export const groupLinkRows = (collection: Pick<Collection, 'columns'>, rows: readonly CollectionRow[]) =>
  getLinkColumns(collection).map(
    ({ linkTable, valueColumn }) => [linkTable, rows.flatMap((row) => toLinkRows(row.id, row[valueColumn]))] as const,
  );

/** Writes those links of a record that its `row` names and that `before` did not have so. */
export async function writeLinks(
  db: CollectionDb,
  collection: Pick<Collection, 'columns'>,
  id: string,
  row: Record<string, unknown>,
  before: Record<string, unknown> = {},
): Promise<void> {
  for (const { linkTable, valueColumn } of getLinkColumns(collection)) {
    if (!Object.hasOwn(row, valueColumn) || (row[valueColumn] ?? null) === (before[valueColumn] ?? null)) continue;
    await db.deleteFrom(linkTable).where('record_id', '=', id).execute();
    const rows = toLinkRows(id, row[valueColumn]);
    if (rows.length > 0)
      await db
        .insertInto(linkTable)
        .values(rows as never)
        .execute();
  }
}

type RecordTable = Pick<Collection, 'table' | 'columns'>;

/** Writes a new row, and its links. */
export async function insertRow(db: CollectionDb, collection: RecordTable, row: CollectionRow): Promise<void> {
  await db.insertInto(collection.table).values(omitLinks(collection, row)).execute();
  await writeLinks(db, collection, row.id, row);
}

/** Writes many new rows, which all have the columns of the first, and their links. */
export async function insertRows(
  db: CollectionDb,
  collection: RecordTable,
  rows: readonly CollectionRow[],
): Promise<void> {
  const own = rows.map((row) => omitLinks(collection, row));
  await bulkInsert(db, collection.table, own);
  for (const [table, links] of groupLinkRows(collection, rows)) await bulkInsert(db, table, links);
}

/** Writes these columns of a row, and the links that they make different from what `before` has. */
export async function updateRow(
  db: CollectionDb,
  collection: RecordTable,
  before: CollectionRow,
  columns: Record<string, unknown>,
): Promise<void> {
  await db.updateTable(collection.table).set(omitLinks(collection, columns)).where('id', '=', before.id).execute();
  await writeLinks(db, collection, before.id, columns, before);
}

/** A row as it was and as it is to be, and the columns that are written. */
export interface ChangedRow {
  oldRow: CollectionRow;
  newRow: CollectionRow;
  columns: readonly string[];
}

const VERSION_COLUMNS: TypedColumn[] = [
  ['version', 'integer'],
  ['changed_at', 'bigint'],
  ['changed_by', 'text'],
];

/** Writes many changed rows, and those links that differ, by a few statements. */
export async function updateRows(
  db: CollectionDb,
  kind: DatabaseKind,
  { table, columns, existingTable }: Pick<Collection, 'table' | 'columns' | 'existingTable'>,
  changed: readonly ChangedRow[],
): Promise<void> {
  const names = new Set(changed.flatMap((one) => one.columns));
  const types = columns.flatMap(({ valueColumn, keyColumn, uniqueColumn, codec, linkTable }): TypedColumn[] => {
    const texts = [keyColumn, uniqueColumn].flatMap((one): TypedColumn[] => (one ? [[one, 'text']] : []));
    return linkTable ? [] : [[valueColumn, codec.columnType], ...texts];
  });
  const written = [...types.filter(([name]) => names.has(name)), ...(existingTable ? [] : VERSION_COLUMNS)];
  await bulkUpdate(
    db,
    kind,
    table,
    written,
    changed.map(({ newRow }) => [newRow.id, newRow]),
  );
  for (const { linkTable, valueColumn } of getLinkColumns({ columns })) {
    const differing = changed.filter(
      ({ oldRow, newRow }) => (newRow[valueColumn] ?? null) !== (oldRow[valueColumn] ?? null),
    );
    if (differing.length === 0) continue;
    await bulkDelete(
      db,
      linkTable,
      'record_id',
      differing.map(({ newRow }) => newRow.id),
    );
    const rows = differing.flatMap(({ newRow }) => toLinkRows(newRow.id, newRow[valueColumn]));
    await bulkInsert(db, linkTable, rows);
  }
}

/** The condition that a record, of the table asked, links to one of these ids: a list of them, or a query in brackets. */
export const compileLinksTo = ({ linkTable }: { linkTable: string }, ids: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`id in (select record_id from ${sql.table(linkTable)} where target_id in ${ids})`;

export const compileHasNoLinks = ({ linkTable }: { linkTable: string }): RawBuilder<SqlBool> =>
  sql<SqlBool>`id not in (select record_id from ${sql.table(linkTable)})`;

/** A filter on links: any of these, or whether there are any; undefined for what it cannot use. */
export function compileLinkFilter(
  column: LinkColumn,
  test: string,
  expected: unknown,
): RawBuilder<SqlBool> | undefined {
  const none = compileHasNoLinks(column);
  if (test === 'present') return { true: sql<SqlBool>`not ${none}`, false: none }[String(expected)];
  const ids = [expected].flat().map((one) => column.codec.encodeFilter(one, 'UTC'));
  if (test !== 'equals' || ids.length > MAX_FILTER_IDS || ids.includes(undefined)) return undefined;
  return compileLinksTo(column, sql`(${sql.join(ids)})`);
}

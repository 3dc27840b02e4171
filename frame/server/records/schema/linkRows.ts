import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import { addRows, deleteAll, type Written, writeRows } from './bulkRows.ts';
import type { Collection, Column } from './collection.ts';
import type { CollectionDb, Row } from './collectionDb.ts';

/** Values that a filter may ask for at a time. */
const MOST_IDS = 1000;

/** A field whose values stand in a table of their own: a row for each record it refers to, in their order. */
type LinkColumn = Column & { links: string };
export const isLink = (column: Column): column is LinkColumn => column.links !== undefined;
export const linksOf = ({ columns }: Pick<Collection, 'columns'>) => columns.filter(isLink);
const idsIn = (stored: unknown): string[] => (typeof stored === 'string' ? (JSON.parse(stored) as string[]) : []);

/** Puts the links of these rows into them, as if their table had a column for each; one query for each field. */
export async function readLinks<R extends Row>(
  db: CollectionDb,
  collection: Pick<Collection, 'columns'>,
  rows: R[],
): Promise<R[]> {
  if (rows.length === 0) return rows;
  for (const { links, value } of linksOf(collection)) {
    const ids = rows.map(({ id }) => id);
    const found = await db
      .selectFrom(links)
      .select(['record_id', 'target_id'])
      .where('record_id', 'in', ids)
      .orderBy('record_id')
      .orderBy('position')
      .execute();
    const byRecord = Map.groupBy(found, ({ record_id }) => record_id);
    for (const row of rows) {
      const of = byRecord.get(row.id);
      (row as Row)[value] = of ? JSON.stringify(of.map(({ target_id }) => target_id)) : null;
    }
  }
  return rows;
}

/** What of a row stands in the collection's own table. */
export function withoutLinks<R extends Record<string, unknown>>(collection: Pick<Collection, 'columns'>, row: R): R {
  const links = new Set(linksOf(collection).map(({ value }) => value));
  return links.size === 0 ? row : (Object.fromEntries(Object.entries(row).filter(([name]) => !links.has(name))) as R);
}

const linksFrom = (record_id: string, stored: unknown) =>
  idsIn(stored).map((target_id, position) => ({ record_id, target_id, position }));

/** The rows of these new records' links, by their table. */
export const linkRows = (collection: Pick<Collection, 'columns'>, rows: readonly Row[]) =>
  linksOf(collection).map(({ links, value }) => [links, rows.flatMap((row) => linksFrom(row.id, row[value]))] as const);

/** Writes those links of a record that its `row` names and that `before` did not have so. */
export async function writeLinks(
  db: CollectionDb,
  collection: Pick<Collection, 'columns'>,
  id: string,
  row: Record<string, unknown>,
  before: Record<string, unknown> = {},
): Promise<void> {
  for (const { links, value } of linksOf(collection)) {
    if (!Object.hasOwn(row, value) || (row[value] ?? null) === (before[value] ?? null)) continue;
    await db.deleteFrom(links).where('record_id', '=', id).execute();
    const rows = linksFrom(id, row[value]);
    if (rows.length > 0)
      await db
        .insertInto(links)
        .values(rows as never)
        .execute();
  }
}

type Place = Pick<Collection, 'table' | 'columns'>;

/** Writes a new row, and its links. */
export async function insertRow(db: CollectionDb, collection: Place, row: Row): Promise<void> {
  await db.insertInto(collection.table).values(withoutLinks(collection, row)).execute();
  await writeLinks(db, collection, row.id, row);
}

/** Writes many new rows, which all have the columns of the first, and their links. */
export async function insertRows(db: CollectionDb, collection: Place, rows: readonly Row[]): Promise<void> {
  const own = rows.map((row) => withoutLinks(collection, row));
  await addRows(db, collection.table, own);
  for (const [table, links] of linkRows(collection, rows)) await addRows(db, table, links);
}

/** Writes these columns of a row, and the links that they make different from what `before` has. */
export async function updateRow(
  db: CollectionDb,
  collection: Place,
  before: Row,
  columns: Record<string, unknown>,
): Promise<void> {
  await db.updateTable(collection.table).set(withoutLinks(collection, columns)).where('id', '=', before.id).execute();
  await writeLinks(db, collection, before.id, columns, before);
}

/** A row as it was and as it is to be, and the columns that are written. */
export interface ChangedRow {
  was: Row;
  row: Row;
  columns: readonly string[];
}

const STAMPS: Written[] = [
  ['version', 'integer'],
  ['changed_at', 'bigint'],
  ['changed_by', 'text'],
];

/** Writes many changed rows, and those links that differ, by a few statements. */
export async function updateRows(
  db: CollectionDb,
  kind: DatabaseKind,
  { table, columns, placed }: Pick<Collection, 'table' | 'columns' | 'placed'>,
  changed: readonly ChangedRow[],
): Promise<void> {
  const names = new Set(changed.flatMap((one) => one.columns));
  const types = columns.flatMap(({ value, key, unique, keeping, links }): Written[] => {
    const texts = [key, unique].flatMap((one): Written[] => (one ? [[one, 'text']] : []));
    return links ? [] : [[value, keeping.column], ...texts];
  });
  const written = [...types.filter(([name]) => names.has(name)), ...(placed ? [] : STAMPS)];
  await writeRows(
    db,
    kind,
    table,
    written,
    changed.map(({ row }) => [row.id, row]),
  );
  for (const { links, value } of linksOf({ columns })) {
    const differing = changed.filter(({ was, row }) => (row[value] ?? null) !== (was[value] ?? null));
    if (differing.length === 0) continue;
    await deleteAll(
      db,
      links,
      'record_id',
      differing.map(({ row }) => row.id),
    );
    const rows = differing.flatMap(({ row }) => linksFrom(row.id, row[value]));
    await addRows(db, links, rows);
  }
}

/** The condition that a record, of the table asked, links to one of these ids: a list of them, or a query in brackets. */
export const linksTo = ({ links }: { links: string }, ids: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`id in (select record_id from ${sql.table(links)} where target_id in ${ids})`;

export const hasNoLinks = ({ links }: { links: string }): RawBuilder<SqlBool> =>
  sql<SqlBool>`id not in (select record_id from ${sql.table(links)})`;

/** A filter on links: any of these, or whether there are any; undefined for what it cannot use. */
export function linkTest(column: LinkColumn, test: string, expected: unknown): RawBuilder<SqlBool> | undefined {
  const none = hasNoLinks(column);
  if (test === 'present') return { true: sql<SqlBool>`not ${none}`, false: none }[String(expected)];
  const ids = [expected].flat().map((one) => column.keeping.filterValue(one, 'UTC'));
  if (test !== 'equals' || ids.length > MOST_IDS || ids.includes(undefined)) return undefined;
  return linksTo(column, sql`(${sql.join(ids)})`);
}

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import { toSearchKey } from '../../db/searchKey.ts';
import type { Collection, Column, LookupSource } from '../schema/collection.ts';
import { getSearchedColumns } from '../schema/filterableFields.ts';
import { getDerivedName } from '../schema/tableNames.ts';

/** Searches for shorter texts scan the table. */
const TRIGRAM_LENGTH = 3;
const MAX_TRIGRAMS = 30;

export const getSearchIndexName = (collection: Pick<Collection, 'table'>) => getDerivedName(collection, 'pieces');
export const getSearchRowsName = (collection: Pick<Collection, 'table'>) => getDerivedName(collection, 'rows');

/**
 * Compiles a condition that uses the trigram index to find records whose key columns may contain a text. Returns
 * undefined if the index cannot help: on PostgreSQL, without key columns, or for a short text.
 */
function matchTrigrams(
  collection: Pick<Collection, 'table'>,
  kind: DatabaseKind,
  keys: readonly string[],
  text: string,
): RawBuilder<SqlBool> | undefined {
  const letters = [...text];
  if (kind !== 'sqlite' || keys.length === 0 || letters.length < TRIGRAM_LENGTH) return undefined;
  // Overlapping trigrams would add little, because queries compare the text as well. The end of a text comes first:
  // many records may share its start ("author 12").
  const last = letters.length - TRIGRAM_LENGTH;
  const places = letters.flatMap((_, at) => (at % TRIGRAM_LENGTH === 0 && at < last ? at : []));
  const pieces = [last, ...places.toReversed().slice(0, MAX_TRIGRAMS)].map(
    (at) =>
      `"${letters
        .slice(at, at + TRIGRAM_LENGTH)
        .join('')
        .replaceAll('"', '""')}"`,
  );
  const match = `{${keys.join(' ')}} : (${[...new Set(pieces)].join(' AND ')})`;
  const [index, rows] = [getSearchIndexName(collection), getSearchRowsName(collection)];
  return sql`id in (select found.id from ${sql.table(index)} as pieces
    join ${sql.table(rows)} as found on found.n = pieces.rowid where ${sql.ref(index)} match ${match})`;
}

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Tests by its key if a text contains another. */
export const containsText = (key: string | RawBuilder<unknown>, text: string): RawBuilder<SqlBool> =>
  sql`${typeof key === 'string' ? sql.ref(key) : key} like ${`%${escapeLike(text)}%`} escape '\\'`;

/** Returns the key of a text. Existing tables may have none: their texts ignore case, but not accents. */
export const getTextKey = ({ keyColumn, sortColumn, valueColumn }: Column): RawBuilder<unknown> => {
  const key = keyColumn ?? sortColumn;
  return key ? sql.ref(key) : sql`lower(${sql.ref(valueColumn)})`;
};

/**
 * Compiles the test that a lookup value contains a text, as a search of its source records, because these are fewer.
 * Returns undefined if that text is not searched at its source.
 */
export function matchLookup(
  { fromColumn, tables, searchedColumn = '' }: LookupSource,
  kind: DatabaseKind,
  text: string,
): RawBuilder<SqlBool> | undefined {
  const last = tables.at(-1);
  if (!last || searchedColumn === '') return undefined;
  const found = matchTrigrams(last, kind, [searchedColumn], text);
  const has = containsText(searchedColumn, text);
  const which = tables.reduceRight<RawBuilder<unknown> | undefined>((inner, { table, key, nextColumn }) => {
    const test = inner ? sql`${sql.ref(nextColumn)} in (${inner})` : found ? sql`${found} and ${has}` : has;
    return sql`select ${sql.ref(key)} from ${sql.table(table)} where ${test}`;
  }, undefined);
  return which && sql`${sql.ref(fromColumn)} in (${which})`;
}

/** Adds a condition on the search index to `test`, if the index covers all columns, to avoid a scan of the table. */
export function addSearchIndex(
  collection: Collection,
  kind: DatabaseKind,
  columns: readonly Column[],
  text: string,
  test: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const searched = getSearchedColumns(collection);
  const keys = columns.flatMap(({ keyColumn }) => (keyColumn && searched.includes(keyColumn) ? [keyColumn] : []));
  const found = keys.length === columns.length && matchTrigrams(collection, kind, keys, toSearchKey(text));
  return found ? sql`(${found} and ${test})` : test;
}

/** Compiles that a text contains another; of a lookup, in its source records. */
export function compileContains(
  collection: Collection,
  column: Column,
  text: string,
  kind?: DatabaseKind,
): RawBuilder<SqlBool> {
  const key = toSearchKey(text);
  const contains = containsText(getTextKey(column), key);
  if (!kind) return contains;
  const inSource = column.lookup && matchLookup(column.lookup, kind, key);
  return inSource ?? addSearchIndex(collection, kind, [column], text, contains);
}

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import type { Collection, LookupSource } from '../schema/collection.ts';
import { getDerivedName } from '../schema/tableNames.ts';

/** Searches for shorter texts scan the table. */
const TRIGRAM_LENGTH = 3;
const MAX_TRIGRAMS = 30;

export const getSearchIndexName = (collection: Pick<Collection, 'table'>) => getDerivedName(collection, 'pieces');
export const getSearchRowsName = (collection: Pick<Collection, 'table'>) => getDerivedName(collection, 'rows');

/** Compiles that a key column may contain a search key, by the trigram index; returns undefined without an index. */
export function matchTrigrams(
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

/** Tests by its key if a text contains another. */
export const containsText = (key: string, text: string): RawBuilder<SqlBool> =>
  sql`${sql.ref(key)} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** Tests if a value read from another record contains a text. Searches those records, because they are fewer. */
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

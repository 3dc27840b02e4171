import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import type { Collection, LookedUp } from '../schema/collection.ts';
import { derivedName } from '../schema/tableNames.ts';

/** Letters of a piece; a shorter text is looked for in every record. */
const PIECE = 3;
/** Pieces of a long text that are looked up. */
const MOST_PIECES = 30;

export const indexOf = (collection: Pick<Collection, 'table'>) => derivedName(collection, 'pieces');
export const rowsOf = (collection: Pick<Collection, 'table'>) => derivedName(collection, 'rows');

/** The records that may hold a text (as its key is written) in one of these columns; undefined where no index says. */
export function mayContain(
  collection: Pick<Collection, 'table'>,
  kind: DatabaseKind,
  keys: readonly string[],
  text: string,
): RawBuilder<SqlBool> | undefined {
  const letters = [...text];
  if (kind !== 'sqlite' || keys.length === 0 || letters.length < PIECE) return undefined;
  // Side by side and its end: those between would be read for little, as the text itself is compared as well. Most
  // records may share how a text begins ("author 12"): its end comes first.
  const last = letters.length - PIECE;
  const places = letters.flatMap((_, at) => (at % PIECE === 0 && at < last ? at : []));
  const pieces = [last, ...places.toReversed().slice(0, MOST_PIECES)].map(
    (at) =>
      `"${letters
        .slice(at, at + PIECE)
        .join('')
        .replaceAll('"', '""')}"`,
  );
  const match = `{${keys.join(' ')}} : (${[...new Set(pieces)].join(' AND ')})`;
  const [index, rows] = [indexOf(collection), rowsOf(collection)];
  return sql`id in (select found.id from ${sql.table(index)} as pieces
    join ${sql.table(rows)} as found on found.n = pieces.rowid where ${sql.ref(index)} match ${match})`;
}

/** Tests by its key if a text contains another. */
export const holds = (key: string, text: string): RawBuilder<SqlBool> =>
  sql`${sql.ref(key)} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** Tests if a value read from another record contains a text. Searches those records, because they are fewer. */
export function mayLead(
  { from, stops, sought = '' }: LookedUp,
  kind: DatabaseKind,
  text: string,
): RawBuilder<SqlBool> | undefined {
  const last = stops.at(-1);
  if (!last || sought === '') return undefined;
  const found = mayContain(last, kind, [sought], text);
  const has = holds(sought, text);
  const which = stops.reduceRight<RawBuilder<unknown> | undefined>((inner, { table, key, next }) => {
    const test = inner ? sql`${sql.ref(next)} in (${inner})` : found ? sql`${found} and ${has}` : has;
    return sql`select ${sql.ref(key)} from ${sql.table(table)} where ${test}`;
  }, undefined);
  return which && sql`${sql.ref(from)} in (${which})`;
}

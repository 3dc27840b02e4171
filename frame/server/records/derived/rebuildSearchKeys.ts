import { sql } from 'kysely';
import { FOLDING, sortKey } from '../../db/normalizeText.ts';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import { writeRows } from '../schema/bulkRows.ts';
import { type Collection, keyFor, valueFor } from '../schema/collection.ts';
import type { CollectionDb } from '../schema/collectionDb.ts';
import { isMade, keepMade } from './derivedTables.ts';

/** Records that are looked at at a time. */
const PAGE = 1000;

/** A text and the column that it is sorted and searched by. */
interface Folded {
  table: string;
  value: string;
  key: string;
}

type Tables = readonly { name: string; columns: readonly { name: string }[] }[];

/** Every such pair: of collections and their bins, of fields that no config has any more, of tables that a config names. */
function pairsOf(collections: readonly Collection[], tables: Tables): Folded[] {
  const own = (one: string) => /^[cb]_/.test(one);
  return [
    ...tables
      .filter(({ name }) => own(name))
      .flatMap(({ name: table, columns }) => {
        const names = new Set(columns.map(({ name }) => name));
        return [...names].flatMap((value) => {
          const key = value.startsWith(valueFor('text', '')) ? keyFor({ storage: 'text', value }) : '';
          return names.has(key) ? [{ table, value, key }] : [];
        });
      }),
    ...collections
      .filter(({ placed }) => placed)
      .flatMap(({ table, columns }) =>
        columns.flatMap(({ value, sorted }) => (sorted ? [{ table, value, key: sorted }] : [])),
      ),
  ];
}

/** Writes what texts are sorted and searched by anew, where another version of `sortKey` wrote it. */
export async function foldAnew(
  db: CollectionDb,
  kind: DatabaseKind,
  collections: readonly Collection[],
  tables: Tables,
): Promise<void> {
  const definition = String(FOLDING);
  if (await isMade(db, 'folding', definition)) return;
  const pairs = new Map(pairsOf(collections, tables).map((one) => [`${one.table} ${one.key}`, one]));
  for (const pair of pairs.values()) await foldColumn(db, kind, pair);
  await keepMade(db, 'folding', definition);
}

async function foldColumn(db: CollectionDb, kind: DatabaseKind, { table, value, key }: Folded): Promise<void> {
  const column = sql.ref(value);
  for (let last = ''; ; ) {
    // Letters without accents are folded alike by all versions.
    const { rows } = await sql<{ id: string; text: string; key: string }>`
      select id, ${column} as text, ${sql.ref(key)} as key from ${sql.table(table)}
      where id > ${last} and octet_length(${column}) > length(${column}) order by id limit ${sql.lit(PAGE)}`.execute(
      db,
    );
    const changed = rows.flatMap((row) => {
      const now = sortKey(row.text);
      return now === row.key ? [] : [[row.id, { [key]: now }] as const];
    });
    await writeRows(db, kind, table, [[key, 'text']], changed);
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.id ?? '';
  }
}

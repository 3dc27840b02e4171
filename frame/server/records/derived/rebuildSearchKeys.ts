import { sql } from 'kysely';
import type { Db } from '../../db/databaseSchema.ts';
import { SEARCH_KEY_VERSION, toSearchKey } from '../../db/searchKey.ts';
import { bulkUpdate } from '../schema/bulkStatements.ts';
import { type Collection, getKeyColumn, getValueColumn } from '../schema/collection.ts';
import { pagesById } from '../schema/pagesById.ts';
import { isUpToDate, saveDefinition } from './derivedTables.ts';

/** A text column and its search key column. */
interface SearchKeyColumn {
  table: string;
  textColumn: string;
  keyColumn: string;
}

type TableColumns = readonly { name: string; columns: readonly { name: string }[] }[];

/** Finds the search key columns of collections, trash, removed fields and existing tables. */
function findSearchKeyColumns(collections: readonly Collection[], tables: TableColumns): SearchKeyColumn[] {
  const own = (one: string) => /^[cb]_/.test(one);
  return [
    ...tables
      .filter(({ name }) => own(name))
      .flatMap(({ name: table, columns }) => {
        const names = new Set(columns.map(({ name }) => name));
        return [...names].flatMap((textColumn) => {
          const keyColumn = textColumn.startsWith(getValueColumn('text', ''))
            ? getKeyColumn({ storage: 'text', value: textColumn })
            : '';
          return names.has(keyColumn) ? [{ table, textColumn, keyColumn }] : [];
        });
      }),
    ...collections
      .filter(({ existingTable }) => existingTable)
      .flatMap(({ table, columns }) =>
        columns.flatMap(({ valueColumn, sortColumn }) =>
          sortColumn ? [{ table, textColumn: valueColumn, keyColumn: sortColumn }] : [],
        ),
      ),
  ];
}

/** Rebuilds all search keys after their algorithm has changed. */
export async function rebuildSearchKeys(
  db: Db,
  collections: readonly Collection[],
  tables: TableColumns,
): Promise<void> {
  const definition = String(SEARCH_KEY_VERSION);
  if (await isUpToDate(db, 'folding', definition)) return;
  const pairs = new Map(findSearchKeyColumns(collections, tables).map((one) => [`${one.table} ${one.keyColumn}`, one]));
  for (const pair of pairs.values()) await rebuildKeyColumn(db, pair);
  await saveDefinition(db, 'folding', definition);
}

async function rebuildKeyColumn(db: Db, { table, textColumn, keyColumn }: SearchKeyColumn): Promise<void> {
  const column = sql.ref(textColumn);
  // All versions give the same key for ASCII texts.
  const pages = pagesById(async (last, size) => {
    const query = sql<{ id: string; text: string; key: string }>`
      select id, ${column} as text, ${sql.ref(keyColumn)} as key from ${sql.table(table)}
      where id > ${last} and octet_length(${column}) > length(${column}) order by id limit ${sql.lit(size)}`;
    return (await query.execute(db)).rows;
  });
  for await (const rows of pages) {
    const changed = rows.flatMap((row) => {
      const now = toSearchKey(row.text);
      return now === row.key ? [] : [[row.id, { [keyColumn]: now }] as const];
    });
    await bulkUpdate(db, table, [[keyColumn, 'text']], changed);
  }
}

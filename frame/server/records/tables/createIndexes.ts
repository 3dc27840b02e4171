import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/databaseSchema.ts';
import { isSqlite } from '../../db/jsonLists.ts';
import { type Collection, type Column, getIndexName } from '../schema/collection.ts';
import { getSortableFields, isFilteredByValue } from '../schema/filterableFields.ts';
import { getIndexExpression } from '../schema/indexKeys.ts';
import { getOrderExpression, getOrderName } from '../schema/sortOrder.ts';

const getFilterExpression = (column: Column): RawBuilder<unknown> =>
  column.exact ? sql`${sql.ref(column.valueColumn)}` : getIndexExpression(column);

/**
 * Creates the indexes of lists: for each sorted field, and for each sort order within each field that a filter, reference
 * or row rule compares. Pages are then found without sorting.
 */
export async function createIndexes(db: Db, collection: Collection): Promise<void> {
  const { table, columns, resource } = collection;
  const nulls = sql.raw(isSqlite(db) ? '' : 'nulls first');
  const made = new Set<string>();
  const make = (parts: readonly string[], keys: RawBuilder<unknown>[]) => {
    const name = getIndexName(table, parts.join('_'));
    made.add(name);
    const all = sql.join(keys.map((key) => sql`${key} ${nulls}`));
    return sql`create index if not exists ${sql.ref(name)} on ${sql.table(table)} (${all}, id)`.execute(db);
  };
  const orders = columns.filter(({ name }) => getSortableFields(resource).has(name));
  for (const column of columns.filter(({ indexed }) => indexed)) {
    const within = isFilteredByValue(collection, column) ? orders.filter((one) => one !== column) : [];
    // Indexes with an order also serve fields that are only filtered.
    if (orders.includes(column) || within.length === 0) await make([column.valueColumn], [getIndexExpression(column)]);
    for (const order of within)
      await make([column.valueColumn, getOrderName(order)], [getFilterExpression(column), getOrderExpression(order)]);
    if (orders.includes(column) && getOrderName(column) !== column.valueColumn)
      await make([getOrderName(column)], [getOrderExpression(column)]);
  }
  await dropUnusedIndexes(db, table, made);
}

/** Drops indexes of earlier configs and versions. All of them end with the id. */
async function dropUnusedIndexes(db: Db, table: string, made: ReadonlySet<string>) {
  const own = getIndexName(table, '').slice(0, 40);
  const { rows } = await (isSqlite(db)
    ? sql<{ name: string }>`select name from sqlite_master where tbl_name = ${table} and sql like 'create index %, id)'`
    : sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = current_schema()
        and tablename = ${table} and indexdef like 'CREATE INDEX % USING btree (%, id)'`
  ).execute(db);
  for (const { name } of rows) if (name.startsWith(own) && !made.has(name)) await db.schema.dropIndex(name).execute();
}

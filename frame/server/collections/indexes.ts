import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../store/open.ts';
import { type Collection, type Column, indexName } from './collection.ts';
import type { CollectionDb } from './db.ts';
import { endsOf } from './ends.ts';
import { sortsBy } from './keys.ts';
import { isNarrowing, sortableOf } from './narrowing.ts';
import { orderName, ordersBy } from './ordering.ts';

/** A column as it is narrowed to single values by. */
const comparesBy = (column: Column): RawBuilder<unknown> =>
  column.exact ? sql`${sql.ref(column.value)}` : sortsBy(column);

/**
 * What lists are read along, as the config says it: each field that is sorted or looked through in order, and each
 * order within each value that a filter, a reference or a row rule narrows to, so that a page is found without sorting.
 */
export async function makeIndexes(db: CollectionDb, kind: DatabaseKind, collection: Collection): Promise<void> {
  const { table, columns, resource } = collection;
  const nulls = sql.raw(kind === 'postgres' ? 'nulls first' : '');
  const make = (parts: readonly string[], keys: RawBuilder<unknown>[]) => {
    const name = sql.ref(indexName(table, parts.join('_')));
    const all = sql.join(keys.map((key) => sql`${key} ${nulls}`));
    return sql`create index if not exists ${name} on ${sql.table(table)} (${all}, id)`.execute(db);
  };
  const orders = columns.filter(({ name }) => sortableOf(resource).has(name));
  for (const column of columns.filter(({ indexed }) => indexed)) {
    const narrows = isNarrowing(collection, column);
    if (orders.includes(column) || !narrows) await make([column.value], [sortsBy(column)]);
    // Where it is only narrowed to, those with an order serve as well.
    else await db.schema.dropIndex(indexName(table, column.value)).ifExists().execute();
    for (const order of narrows ? orders.filter((one) => one !== column) : [])
      await make([column.value, orderName(order)], [comparesBy(column), ordersBy(order)]);
    if (orders.includes(column) && orderName(column) !== column.value)
      await make([orderName(column)], [ordersBy(column)]);
  }
  for (const { by, of } of endsOf(collection)) {
    const all = [...by, of];
    await make(
      all.map(({ value }) => value),
      all.map(({ value }) => sql`${sql.ref(value)}`),
    );
  }
}

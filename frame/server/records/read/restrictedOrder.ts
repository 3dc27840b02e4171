import { type Compilable, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/databaseSchema.ts';
import type { Collection, Column, ListCondition } from '../schema/collection.ts';
import { type CollectionRow, selectReadColumns, toCollectionDb } from '../schema/collectionDb.ts';
import { getOrderExpression } from '../schema/sortOrder.ts';

/** A sort by a value that the user does not see in every record. An invisible value counts as missing. */
export interface RestrictedOrder {
  column: Column;
  isVisible: RawBuilder<SqlBool>;
}

interface PageRequest {
  where: readonly ListCondition[];
  descending: boolean;
  total: number;
  from: number;
  size: number;
}

type RunQuery = <R>(query: Compilable<R>) => Promise<R[]>;

/**
 * Finds a page of such a list. Records without the value come together, by id. Each part is read along its own index;
 * one expression for both would sort all records.
 */
export async function findRestrictedPage(
  db: Db,
  collection: Collection,
  { column, isVisible }: RestrictedOrder,
  { where, descending, total, from, size }: PageRequest,
  read: RunQuery,
): Promise<CollectionRow[]> {
  const { table } = collection;
  const value = sql.ref(column.valueColumn);
  const matching = (test: RawBuilder<SqlBool>) =>
    where.reduce((query, one) => query.where(one.expression), toCollectionDb(db).selectFrom(table)).where(test);
  const has = sql<SqlBool>`(${isVisible} and ${value} is not null)`;
  const lacks = sql<SqlBool>`(${isVisible} is not true or ${value} is null)`;
  const [counted] = await read(matching(has).select((of) => of.fn.countAll<number>().as('total')));
  const many = Number(counted?.total ?? 0);
  const none = { test: lacks, many: total - many, key: undefined };
  const some = { test: has, many, key: getOrderExpression(column) };
  const parts = column.missingLast ? [some, none] : [none, some];
  const rows: CollectionRow[] = [];
  let start = 0;
  for (const part of descending ? parts.toReversed() : parts) {
    const first = Math.max(from, start) - start;
    const most = Math.min(from + size, start + part.many) - start - first;
    start += part.many;
    if (most <= 0) continue;
    // Reads from the nearer end of the part.
    const fromEnd = first > part.many / 2;
    const down = descending !== fromEnd;
    const direction = down ? 'desc' : 'asc';
    const found = selectReadColumns(collection, matching(part.test));
    const ordered = part.key
      ? found.orderBy(sql`${part.key} ${sql.raw(down ? 'desc nulls last' : 'asc nulls first')}`)
      : found;
    const page = await read(
      ordered
        .orderBy('id', direction)
        .limit(most)
        .offset(fromEnd ? part.many - first - most : first),
    );
    rows.push(...((fromEnd ? page.toReversed() : page) as CollectionRow[]));
  }
  return rows;
}

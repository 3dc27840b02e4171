import { type RawBuilder, sql } from 'kysely';
import { isFilteredByValue } from '../../../config/rowRules.ts';
import { isReference } from '../../../fields/fieldTypes.ts';
import { type Collection, type Column, getIndexName } from './collection.ts';
import { getSortableFields } from './filterableFields.ts';
import { getIndexExpression } from './indexKeys.ts';
import { getOrderExpression, getOrderName } from './sortOrder.ts';

/** An index of a collection's table: by the values of a filter, in a sort order, or both. It ends with the id. */
export interface ListIndex {
  name: string;
  filter?: Column | undefined;
  order?: Column | undefined;
  keys: readonly RawBuilder<unknown>[];
}

/** Drops a filter whose values the order already groups. */
const omitSame = (filter: Column | undefined, order: Column | undefined) =>
  filter === order && !filter?.exact && !filter?.missingLast ? undefined : filter;

function planIndex({ table }: Collection, filtered: Column | undefined, order?: Column): ListIndex {
  const filter = omitSame(filtered, order);
  const parts = [filter?.valueColumn ?? [], order ? getOrderName(order) : filter?.exact ? 'exact' : []];
  const value = filter?.exact ? sql`${sql.ref(filter.valueColumn)}` : filter && getIndexExpression(filter);
  const keys = [value ?? [], order ? getOrderExpression(order) : []].flat();
  return { name: getIndexName(table, parts.flat().join('_')), filter, order, keys };
}

const planned = new WeakMap<Collection, readonly ListIndex[]>();

/** Returns the indexes that lists use by themselves, and the `indexes` of the config. */
export function getListIndexes(collection: Collection): readonly ListIndex[] {
  const found = planned.get(collection) ?? planIndexes(collection);
  planned.set(collection, found);
  return found;
}

function planIndexes(collection: Collection): ListIndex[] {
  const { resource, columns } = collection;
  const { indexes = [], list } = resource;
  const indexed = columns.filter((column) => column.indexed);
  const columnOf = (name: string | undefined) => indexed.find((column) => column.name === name);
  const sort = indexes ? columnOf(list.sort?.field) : undefined;
  // References are also found when their target is deleted.
  const filters = indexed.filter(({ field }) => indexes || isReference(field));
  const orders = indexed.filter(({ name }) => indexes && getSortableFields(resource).has(name));
  const all = [
    ...filters.map((one) => planIndex(collection, one, isFilteredByValue(resource, one.name) ? sort : undefined)),
    ...orders.map((one) => planIndex(collection, undefined, one)),
    ...(indexes || []).map(({ fields: [one, order] }) => planIndex(collection, columnOf(one), columnOf(order))),
  ];
  return [...new Map(all.map((index) => [index.name, index])).values()];
}

/** Returns the name of the index that has the records, or those with one value of `filtered`, in an order. */
export function findListIndex(collection: Collection, order: Column, filtered?: Column): string | undefined {
  const filter = omitSame(filtered, order);
  return getListIndexes(collection).find((one) => one.filter === filter && one.order === order)?.name;
}

import { sql } from 'kysely';
import { DEFAULT_PAGE_SIZE } from '../../../wire/binding.ts';
import { notFound } from '../../base/httpError.ts';
import type { ColumnCondition } from '../../db/columnConditions.ts';
import type { Account } from '../../http/callHandler.ts';
import type { Services } from '../../services.ts';
import { getListConditions } from '../access/rowRules.ts';
import { toColumnConditions } from '../query/rowCondition.ts';
import { aggregateRecords } from '../read/aggregate.ts';
import { findFirstRows, findRow, findRowsPage, toRecords } from '../read/findRecords.ts';
import { compileFindOptions, createWhereContext, type FindOptions } from '../read/listQuery.ts';
import { type Collection, getCollection } from '../schema/collection.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import type { RecordValues } from '../schema/recordRow.ts';

const toListQuery = (services: Services, collection: Collection, options: FindOptions, account?: Account) =>
  compileFindOptions(collection, { ...createWhereContext(services), me: sql`${account?.id ?? ''}` }, options);

/** Finds the records that the user sees, up to `most`, with their rows. Sorts as the config's list by default. */
export async function findRecords(
  services: Services,
  name: string,
  account: Account,
  { most, ...options }: FindOptions & { most?: number } = {},
): Promise<{ rows: CollectionRow[]; records: RecordValues[] }> {
  const collection = getCollection(services, name);
  const query = toListQuery(services, collection, { sort: collection.resource.list.sort, ...options }, account);
  const where = [...query.where, ...getListConditions(collection, account)];
  const rows = await findFirstRows(services, collection, { ...query, where }, most);
  return { rows, records: await toRecords({ services, collection, account }, rows) };
}

/** Finds a page of rows that the user sees, with totals. Pages count from 1. */
export async function findPage(
  services: Services,
  name: string,
  account: Account,
  { page, perPage, ...options }: FindOptions & { page: number; perPage?: number | undefined },
): Promise<{ rows: CollectionRow[]; total: number; totalPages: number }> {
  const collection = getCollection(services, name);
  const query = toListQuery(services, collection, options, account);
  const size = perPage ?? collection.resource.list.perPage ?? DEFAULT_PAGE_SIZE;
  const from = (page - 1) * size;
  const where = [...query.where, ...getListConditions(collection, account)];
  const found = await findRowsPage(services, collection, { ...query, where, from, to: from + size - 1 });
  return { ...found, totalPages: Math.max(1, Math.ceil(found.total / size)) };
}

/** Converts `where`, with the config's table filter, to column conditions. Throws a TypeError if that is impossible. */
export function getColumnConditions(services: Services, name: string, where: FindOptions['where']): ColumnCondition[] {
  const collection = getCollection(services, name);
  const conditions = toColumnConditions(toListQuery(services, collection, { where }).where);
  if (!conditions) throw new TypeError(`${name} is asked for what no column holds.`);
  return [...(collection.tableFilter ?? []), ...conditions];
}

/** Finds a record as the user sees it. Throws an HttpError (404) if they do not see it. */
export async function findRecord(
  services: Services,
  name: string,
  id: string,
  account: Account,
): Promise<RecordValues> {
  const context = { services, collection: getCollection(services, name), account };
  const row = await findRow(context, id);
  const [record] = await toRecords(context, row ? [row] : []);
  if (!record) throw notFound();
  return record;
}

/** Sums a field over all matching records. */
export async function sumField(
  services: Services,
  name: string,
  field: string,
  where: FindOptions['where'],
): Promise<number> {
  const collection = getCollection(services, name);
  const query = toListQuery(services, collection, { where });
  const measures = [{ name: 'sum', of: { aggregate: 'sum', field } }] as const;
  // An index of the table answers this faster than a reader thread.
  const { sum } = await aggregateRecords({ services, collection, where: query.where, measures, onMainThread: true });
  return sum ?? 0;
}

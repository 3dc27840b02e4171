import { notFound } from '../../base/httpError.ts';
import type { ColumnCondition } from '../../db/columnConditions.ts';
import type { Account } from '../../http/callHandler.ts';
import type { Services } from '../../services.ts';
import { getListConditions } from '../access/rowRules.ts';
import { toColumnConditions } from '../query/rowCondition.ts';
import { aggregateRecords } from '../read/aggregate.ts';
import { findFirstRows, findRow, findRowsPage, toRecords } from '../read/findRecords.ts';
import { compileFindOptions, type FindOptions } from '../read/listQuery.ts';
import { type Collection, getCollection } from '../schema/collection.ts';
import { type CollectionRow, toCollectionDb } from '../schema/collectionDb.ts';
import type { RecordValues } from '../schema/recordRow.ts';

/** Rows per page where the config says none (spec 9: the server sets it). */
const DEFAULT_PAGE_SIZE = 10;

function toListQuery({ store, config }: Services, collection: Collection, asking: FindOptions) {
  return compileFindOptions({ collection, kind: store.kind, zone: config.timeZone }, asking);
}

/** The records that this person sees, the first `most` of them, with their rows; in the order of the config's list where none is asked for. */
export async function findRecords(
  services: Services,
  name: string,
  account: Account,
  { most, ...asking }: FindOptions & { most?: number } = {},
): Promise<{ rows: CollectionRow[]; records: RecordValues[] }> {
  const collection = getCollection(services, name);
  const query = toListQuery(services, collection, { sort: collection.resource.list.sort, ...asking });
  const where = [...query.where, ...getListConditions(collection, account)];
  const rows = await findFirstRows(services, collection, { ...query, where }, most);
  return { rows, records: await toRecords(services, collection, rows, account) };
}

/** A page (from 1 on) of the records that this person sees, as rows, and how many there are. */
export async function findPage(
  services: Services,
  name: string,
  account: Account,
  { page, perPage, ...asking }: FindOptions & { page: number; perPage?: number | undefined },
): Promise<{ rows: CollectionRow[]; total: number; totalPages: number }> {
  const collection = getCollection(services, name);
  const query = toListQuery(services, collection, asking);
  const size = perPage ?? collection.resource.list.perPage ?? DEFAULT_PAGE_SIZE;
  const from = (page - 1) * size;
  const where = [...query.where, ...getListConditions(collection, account)];
  const found = await findRowsPage(services, collection, { ...query, where, from, to: from + size - 1 });
  return { ...found, totalPages: Math.max(1, Math.ceil(found.total / size)) };
}

/** What these tests, and the config, say of the columns of a table that is there. Throws a TypeError where they say more. */
export function getColumnConditions(services: Services, name: string, where: FindOptions['where']): ColumnCondition[] {
  const collection = getCollection(services, name);
  const facts = toColumnConditions(toListQuery(services, collection, { where }).where);
  if (!facts) throw new TypeError(`${name} is asked for what no column holds.`);
  return [...(collection.tableFilter ?? []), ...facts];
}

/** One record as this person sees it. Throws a Refusal (404) where they see none of that id. */
export async function findRecord(
  services: Services,
  name: string,
  id: string,
  account: Account,
): Promise<RecordValues> {
  const collection = getCollection(services, name);
  const row = await findRow(toCollectionDb(services.db), services, collection, id, account);
  const [record] = await toRecords(services, collection, row ? [row] : [], account);
  if (!record) throw notFound();
  return record;
}

/** What a field of the records comes to, of all that pass these tests; an index of the table holds them together. */
export async function sumField(
  services: Services,
  name: string,
  field: string,
  where: FindOptions['where'],
): Promise<number> {
  const collection = getCollection(services, name);
  const query = toListQuery(services, collection, { where });
  const measures = [{ name: 'sum', of: { aggregate: 'sum', field } }] as const;
  const { sum } = await aggregateRecords({ services, collection, where: query.where, measures, onMainThread: true });
  return sum ?? 0;
}

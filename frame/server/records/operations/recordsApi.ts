import { notFound } from '../../base/refusal.ts';
import type { Fact } from '../../db/facts.ts';
import type { Account } from '../../http/handler.ts';
import type { Services } from '../../services.ts';
import { seenInList } from '../access/rowRules.ts';
import { factsIn } from '../query/rowCondition.ts';
import { reckon } from '../read/aggregate.ts';
import { findRow, firstRows, listRows, recordsOf } from '../read/findRecords.ts';
import { type Asking, queryOf } from '../read/listQuery.ts';
import { type Collection, collectionOf } from '../schema/collection.ts';
import { collectionDb, type Row } from '../schema/collectionDb.ts';
import type { Values } from '../schema/recordRow.ts';

/** Rows per page where the config says none (spec 9: the server sets it). */
const PAGE_SIZE = 10;

function asked({ store, config }: Services, collection: Collection, asking: Asking) {
  return queryOf({ collection, kind: store.kind, zone: config.timeZone }, asking);
}

/** The records that this person sees, the first `most` of them, with their rows; in the order of the config's list where none is asked for. */
export async function firstOf(
  services: Services,
  name: string,
  account: Account,
  { most, ...asking }: Asking & { most?: number } = {},
): Promise<{ rows: Row[]; records: Values[] }> {
  const collection = collectionOf(services, name);
  const query = asked(services, collection, { sort: collection.resource.list.sort, ...asking });
  const where = [...query.where, ...seenInList(collection, account)];
  const rows = await firstRows(services, collection, { ...query, where }, most);
  return { rows, records: await recordsOf(services, collection, rows, account) };
}

/** A page (from 1 on) of the records that this person sees, as rows, and how many there are. */
export async function pageOf(
  services: Services,
  name: string,
  account: Account,
  { page, perPage, ...asking }: Asking & { page: number; perPage?: number | undefined },
): Promise<{ rows: Row[]; total: number; totalPages: number }> {
  const collection = collectionOf(services, name);
  const query = asked(services, collection, asking);
  const size = perPage ?? collection.resource.list.perPage ?? PAGE_SIZE;
  const from = (page - 1) * size;
  const where = [...query.where, ...seenInList(collection, account)];
  const found = await listRows(services, collection, { ...query, where, from, to: from + size - 1 });
  return { ...found, totalPages: Math.max(1, Math.ceil(found.total / size)) };
}

/** What these tests, and the config, say of the columns of a table that is there. Throws a TypeError where they say more. */
export function factsFor(services: Services, name: string, where: Asking['where']): Fact[] {
  const collection = collectionOf(services, name);
  const facts = factsIn(asked(services, collection, { where }).where);
  if (!facts) throw new TypeError(`${name} is asked for what no column holds.`);
  return [...(collection.only ?? []), ...facts];
}

/** One record as this person sees it. Throws a Refusal (404) where they see none of that id. */
export async function oneOf(services: Services, name: string, id: string, account: Account): Promise<Values> {
  const collection = collectionOf(services, name);
  const row = await findRow(collectionDb(services.db), services, collection, id, account);
  const [record] = await recordsOf(services, collection, row ? [row] : [], account);
  if (!record) throw notFound();
  return record;
}

/** What a field of the records comes to, of all that pass these tests; an index of the table holds them together. */
export async function sumOf(services: Services, name: string, field: string, where: Asking['where']): Promise<number> {
  const collection = collectionOf(services, name);
  const query = asked(services, collection, { where });
  const measures = [{ name: 'sum', of: { aggregate: 'sum', field } }] as const;
  const { sum } = await reckon({ services, collection, where: query.where, measures, here: true });
  return sum ?? 0;
}

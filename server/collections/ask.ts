import type { Account } from '../http/handler.ts';
import type { Services } from '../services.ts';
import type { Collection } from './plan.ts';
import { type Asking, queryOf } from './query.ts';
import { reckon } from './reckoning.ts';
import { firstRows, recordsOf, type Values } from './records.ts';
import { seenInList } from './rows.ts';
import type { Row } from './tables.ts';

/** The collection of that name, which there must be. */
export function collectionOf({ collections }: Pick<Services, 'collections'>, name: string): Collection {
  const found = collections.find(({ resource }) => resource.name === name);
  if (!found) throw new TypeError(`No collection is called ${name}.`);
  return found;
}

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

/** What a field of the records comes to, of all that pass these tests; an index of the table holds them together. */
export async function sumOf(services: Services, name: string, field: string, where: Asking['where']): Promise<number> {
  const collection = collectionOf(services, name);
  const query = asked(services, collection, { where });
  const measures = [{ name: 'sum', of: { aggregate: 'sum', field } }] as const;
  const { sum } = await reckon({ services, collection, where: query.where, measures, here: true });
  return sum ?? 0;
}

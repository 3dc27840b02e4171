import type { CollectionRecord } from 'portal-frame';
import { type RecordsContext, records, systemContext } from 'portal-frame/server';

type Entry = Pick<CollectionRecord<'ledgerEntries'>, 'id' | 'kind' | 'side'>;

/** Finds the priorities of the surcharges among at most 200 entries, by entry. Readers of a document may not read rules. */
export async function findPriorities(
  context: RecordsContext,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, string>> {
  const own = entries.filter(({ kind }) => kind === 'priority');
  const [first] = own;
  if (!first) return new Map();
  const api = records(systemContext(context));
  const where = { id: { in: own.map(({ id }) => id) } };
  const { records: ruled } = await api.find('ledgerEntries', { where, fields: ['rule'], perPage: 200 });
  const ids = { id: { in: [...new Set(ruled.map(({ rule }) => rule))] } };
  const collection = first.side === 'charge' ? 'prices' : 'payRates';
  const { records: rules } = await api.find(collection, { where: ids, fields: ['priority'], perPage: 200 });
  const priorities = new Map(rules.map(({ id, priority }) => [id, priority ?? '']));
  return new Map(ruled.map(({ id, rule }) => [id, priorities.get(rule) ?? '']));
}

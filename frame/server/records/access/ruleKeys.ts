import { type RawBuilder, sql } from 'kysely';
import { isFilteredByValue } from '../../../config/rowRules.ts';
import { isReference } from '../../../fields/fieldTypes.ts';
import { isMe } from '../../../where/symbols.ts';
import type { Condition } from '../../../where/where.ts';
import { runCachedWhere } from '../../db/cachedQuery.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { compileWhere } from '../query/compileWhere.ts';
import { findColumn, findHop } from '../query/wherePath.ts';
import { type Collection, getCollectionKey, type ListCondition, type ReferenceKeys } from '../schema/collection.ts';
import { isLinkColumn } from '../schema/linkRows.ts';

// A row rule such as `branch.clerks: me` selects the records of few branches. With their ids, the total comes from the
// summary table and the page from one index. The ids only narrow the queries: each repeats the rule, so a clerk who
// loses a branch between two of them sees nothing of it.

/** With more keys than this, the list is read by the rule alone. */
export const MAX_RULE_KEYS = 50;

/**
 * Replaces the start of each path to the account by a lookup of the config that holds the same reference. A lookup has an
 * index and its own counts. Triggers keep it in the transaction of the change.
 */
export function shortenPaths(collection: Pick<Collection, 'columns'>, condition: Condition): Condition {
  if ('parts' in condition)
    return { ...condition, parts: condition.parts.map((part) => shortenPaths(collection, part)) };
  if (condition.kind !== 'compare' || condition.operator !== 'equals' || !isMe(condition.value)) return condition;
  const path = condition.path.join('.');
  for (const { name, field, lookup } of collection.columns) {
    const isKept = lookup && !lookup.deferred && !lookup.fallback && isReference(field) && !field.value;
    if (isKept && field.lookup && path.startsWith(`${field.lookup}.`))
      return { ...condition, path: [name, ...path.slice(field.lookup.length + 1).split('.')] };
  }
  return condition;
}

/**
 * Plans the query for the records that a reference must name. The rule may only compare one of their fields with `me`.
 * The query reads at most MAX_RULE_KEYS + 1 entries of one index.
 */
export function planRuleKeys(
  collection: Collection,
  condition: Condition,
  collections: readonly Collection[],
): ((me: RawBuilder<unknown>) => ReferenceKeys) | undefined {
  if (condition.kind !== 'compare' || condition.operator !== 'equals' || !isMe(condition.value)) return undefined;
  const [reference = '', field = '', ...further] = condition.path;
  const column = findColumn(collection, reference);
  const hop = findHop(collection, reference, collections);
  const held = hop && findColumn(hop.target, field);
  if (!column?.exact || column.linkTable || further.length > 0 || hop?.key !== 'id' || !held) return undefined;
  const { target } = hop;
  if (target.existingTable) return undefined;
  if (isLinkColumn(held))
    return (me) => ({
      field: reference,
      query: sql`select record_id as key from ${sql.table(held.linkTable)} where target_id = ${me}`,
    });
  if (!held.indexed || !held.exact || !isFilteredByValue(target.resource, held.name)) return undefined;
  const context = { collections, zone: target.timeZone };
  const isHeld = { ...condition, path: [field] };
  return (me) => ({
    field: reference,
    query: sql`select id as key from ${sql.table(target.table)} where ${compileWhere(target, isHeld, { ...context, me })}`,
  });
}

/** Adds the keys of row rules to conditions, as they are now. Conditions with too many keys have none. */
export const readRuleKeys = (
  db: Db,
  collection: Collection,
  where: readonly ListCondition[],
): Promise<ListCondition[]> =>
  Promise.all(
    where.map(async ({ keys, ...condition }): Promise<ListCondition> => {
      if (!keys) return condition;
      const { query, field } = keys;
      const name = `${getCollectionKey(collection)} keys of ${field}`;
      const found = await runCachedWhere(db, name, [{ expression: query }], {}, ([held]) => ({
        compile: () => sql<{ key: string }>`${held?.expression} limit ${sql.lit(MAX_RULE_KEYS + 1)}`.compile(db),
      }));
      if (found.length > MAX_RULE_KEYS) return condition;
      return { ...condition, keys: { ...keys, found: found.map(({ key }) => key) } };
    }),
  );

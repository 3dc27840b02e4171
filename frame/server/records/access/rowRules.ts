import { type Expression, type SqlBool, sql } from 'kysely';
import { ConfigError } from '../../../config/configError.ts';
import { listRoles } from '../../../config/rights.ts';
import { getRowRule } from '../../../config/rowRules.ts';
import { type Condition, listPaths } from '../../../where/where.ts';
import type { Role } from '../../../wire/call.ts';
import { runCachedWhere } from '../../db/cachedQuery.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { expandJsonTexts } from '../../db/jsonLists.ts';
import type { Account } from '../../http/callHandler.ts';
import { checkWherePaths } from '../query/checkWherePaths.ts';
import { compileWhere } from '../query/compileWhere.ts';
import { findColumn, getTableConditions } from '../query/wherePath.ts';
import {
  type Collection,
  type CompiledRule,
  type CompiledRules,
  getCollectionKey,
  type ListCondition,
} from '../schema/collection.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import { findOwnerColumn } from '../schema/filterableFields.ts';
import { getAllowedRoles, mayReadRecords } from './fieldAccess.ts';
import { planRuleKeys, shortenPaths } from './ruleKeys.ts';

/** Compiles the condition at `key` of the config. Adds paths that the database cannot evaluate to `errors`. */
export function compileRule(
  collection: Collection,
  condition: Condition,
  key: string,
  collections: readonly Collection[],
  errors: string[],
): CompiledRule {
  for (const { path, segment, collection: place } of checkWherePaths(collection, condition, collections)) {
    const expected = `one of ${place.columns.map(({ name }) => name).join(', ')}, of ${place.resource.name}`;
    const file = `src/resources/${collection.resource.name}.ts`;
    errors.push(`${file}: ${key}.${path}: found "${segment}", expected ${expected}.`);
  }
  return (me) => compileWhere(collection, condition, { collections, zone: collection.timeZone, me });
}

/** Compiles the row rules of a collection. Throws a ConfigError for a path that the database cannot evaluate. */
export function compileRowRules(collection: Collection, collections: readonly Collection[]): CompiledRules {
  const errors: string[] = [];
  const rules = listRoles(collection.resource).flatMap((role): [Role, CompiledRule][] => {
    const condition = getRowRule(collection.resource, role);
    const key = `roles.${role}.where`;
    const short = condition && shortenPaths(collection, condition);
    return short ? [[role, compileRule(collection, short, key, collections, errors)]] : [];
  });
  if (errors.length > 0) throw new ConfigError(errors);
  return Object.fromEntries(rules);
}

/** Plans the keys of the row rules that have them (ruleKeys.ts). */
export const planAllRuleKeys = (collection: Collection, collections: readonly Collection[]) =>
  Object.fromEntries(
    listRoles(collection.resource).flatMap((role) => {
      const condition = getRowRule(collection.resource, role);
      const keys = condition && planRuleKeys(collection, shortenPaths(collection, condition), collections);
      return keys ? [[role, keys]] : [];
    }),
  ) as NonNullable<Collection['ruleKeys']>;

/** Returns the conditions on records that the user sees; none if the role sees all. */
export const getVisibleConditions = (collection: Collection, account: Account): Expression<SqlBool>[] =>
  getListConditions(collection, account).map(({ expression }) => expression);

/**
 * Returns the conditions on records that the user may reference. Without read rights that is only their account. The scope
 * of a key does not count: it may name records that it may not read.
 */
export const getReferenceableConditions = (collection: Collection, account: Account): Expression<SqlBool>[] =>
  mayReadRecords(collection.resource, { role: account.role })
    ? getVisibleConditions(collection, account)
    : [...getTableConditions(collection), sql<SqlBool>`id = ${account.id}`];

/** Returns the conditions that limit lists to the records the user sees, each with the `where` it is compiled from. */
export function getListConditions(
  { resource, rowRules, ruleKeys, tableFilter = [] }: Collection,
  account: Account,
): ListCondition[] {
  const condition = getRowRule(resource, account.role);
  const me = sql`${account.id}`;
  const rule = rowRules[account.role]?.(me);
  const keys = ruleKeys?.[account.role]?.(me);
  const rules: ListCondition[] = rule && condition ? [{ expression: rule, condition, me, ...(keys && { keys }) }] : [];
  return [...tableFilter, ...rules];
}

/** Finds who sees a row now: roles that see all records, and ids of accounts with other roles. */
export async function findAudience(db: Db, collection: Collection, row: CollectionRow): Promise<string[]> {
  return (await findAudiences(db, collection, [row]))[0] ?? [];
}

const AUDIENCE_BATCH_SIZE = 500;

/** Finds who sees each row now: roles that see all records, and ids of accounts with other roles. */
export async function findAudiences(
  db: Db,
  collection: Collection,
  rows: readonly CollectionRow[],
): Promise<string[][]> {
  const { resource, table } = collection;
  const found: string[][] = rows.map(() => []);
  const rules: [Role, CompiledRule][] = [];
  for (const role of getAllowedRoles(resource, ['list', 'show', 'edit'], { orAction: true })) {
    const test = collection.rowRules[role];
    const own = findOwnerColumn(collection, role);
    const ownerColumn = own && !own.linkTable && !own.lookup ? (own.idColumn ?? own.valueColumn) : undefined;
    const isStored = ownerColumn !== undefined && rows.every((row) => Object.hasOwn(row, ownerColumn));
    if (test && !isStored) rules.push([role, test]);
    else
      for (const [at, row] of rows.entries()) {
        const reader = isStored ? row[ownerColumn] : role;
        if (reader) found[at]?.push(String(reader));
      }
  }
  if (rules.length === 0) return found;
  // Rows with the same key have the same audience, so one row per key is enough.
  const groupsByKey = Map.groupBy(rows.keys(), (at) => getAudienceKey(collection, rules, rows[at] as CollectionRow));
  const groups = [...groupsByKey.values()];
  for (let from = 0; from < groups.length; from += AUDIENCE_BATCH_SIZE) {
    const ids = groups.slice(from, from + AUDIENCE_BATCH_SIZE).map(([at = 0]) => rows[at]?.id);
    const parts = rules.map(
      ([role, test]) => sql<SqlBool>`select reader.id as reader, seen.id as seen from accounts as reader
        cross join ${sql.table(table)} as seen where seen.id in ${expandJsonTexts(db, JSON.stringify(ids))}
        and reader.role = ${role} and reader.deleted_at is null
        and exists (select 1 from ${sql.table(table)} where id = seen.id and ${test(sql.ref('reader.id'))})`,
    );
    const where = parts.map((expression) => ({ expression }));
    const seen = await runCachedWhere(db, `${getCollectionKey(collection)} audience`, where, {}, (all) => ({
      compile: () => {
        const held = sql.join(
          all.map((one) => one.expression),
          sql` union all `,
        );
        return sql<{ reader: string; seen: string }>`${held}`.compile(db);
      },
    }));
    const readers = Map.groupBy(seen, (one) => one.seen);
    for (const [index, id] of ids.entries())
      for (const at of groups[from + index] ?? [])
        found[at]?.push(...(readers.get(String(id)) ?? []).map(({ reader }) => reader));
  }
  return found;
}

/** Returns the segments of all paths in the rules of these roles. */
const listRulePaths = ({ resource }: Pick<Collection, 'resource'>, roles: readonly string[]) =>
  roles.flatMap((role) => {
    const rule = getRowRule(resource, role as Role);
    return rule ? [...listPaths(rule)].map(({ path }) => path) : [];
  });

/** Returns a key that tells audiences apart: the values that rules read first, or the id if one has no column. */
function getAudienceKey(collection: Collection, rules: readonly [Role, CompiledRule][], row: CollectionRow): string {
  const paths = listRulePaths(
    collection,
    rules.map(([role]) => role),
  );
  const values = [...new Set(paths.map(([first = '']) => first))].map((first) => {
    const column = findColumn(collection, first);
    const isStored = column && !column.linkTable && !column.lookup && !('rollup' in column.field);
    return isStored && [row[column.valueColumn], column.idColumn && row[column.idColumn]];
  });
  return JSON.stringify(values.every(Boolean) ? values : row.id);
}

/** True if changing these columns can change who may see the row. */
export function mayChangeAudience(collection: Collection, differing: readonly string[]): boolean {
  // A path may return to its own table, so every segment counts.
  const segments = new Set(listRulePaths(collection, Object.keys(collection.resource.roles)).flat());
  return collection.columns.some(
    ({ name, valueColumn, idColumn, lookup }) =>
      segments.has(name) &&
      (lookup !== undefined || [valueColumn, idColumn].some((one) => one && differing.includes(one))),
  );
}

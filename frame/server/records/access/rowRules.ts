import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ConfigError } from '../../../config/configError.ts';
import {
  getJoinedRules,
  getRowRules,
  isMe,
  listConditions,
  type RowRule,
  type RowValue,
} from '../../../config/rowRules.ts';
import { ROLES, type Role } from '../../../wire/call.ts';
import { type ColumnCondition, compileCondition, isEqualTo } from '../../db/columnConditions.ts';
import type { Account } from '../../http/callHandler.ts';
import { type Condition, toCondition } from '../query/rowCondition.ts';
import type { Collection, Column, CompiledRule, CompiledRules } from '../schema/collection.ts';
import type { CollectionDb, CollectionRow } from '../schema/collectionDb.ts';
import { findOwnerColumn } from '../schema/filterableFields.ts';
import { getIndexExpression, toIndexKey } from '../schema/indexKeys.ts';
import { compileHasNoLinks, compileLinksTo, isLinkColumn } from '../schema/linkRows.ts';
import { getAllowedRoles } from './fieldAccess.ts';

const joinConditions = (parts: RawBuilder<SqlBool>[], by: 'and' | 'or') =>
  sql<SqlBool>`(${sql.join(parts, sql.raw(` ${by} `))})`;

/** A segment of a rule's path: comparisons of its column, and the target of a reference. */
interface PathSegment {
  equals(stored: RawBuilder<unknown>, text?: string): RawBuilder<SqlBool>;
  isNull: RawBuilder<SqlBool>;
  isIn(ids: RawBuilder<unknown>): RawBuilder<SqlBool>;
  toStored(value: unknown): unknown;
  /** The referenced resource, and the stored field of it. */
  target?: { name: string; by: string };
}

/** A table on a rule's path. */
interface PathTable {
  name: string;
  table: string;
  isRecord: RawBuilder<SqlBool>;
  fieldNames: readonly string[];
  getSegment(field: string): PathSegment | undefined;
  getColumn(field: string): string | undefined;
}

const compareColumn = (column: string) => ({
  equals: (stored: RawBuilder<unknown>) => sql<SqlBool>`${sql.ref(column)} = ${stored}`,
  isNull: sql<SqlBool>`${sql.ref(column)} is null`,
  isIn: (ids: RawBuilder<unknown>) => sql<SqlBool>`${sql.ref(column)} in ${ids}`,
});

function createSegment(column: Column): PathSegment {
  const { field, keyColumn, valueColumn, codec } = column;
  const { to = '', value: by = 'id' } = field as { to?: string; value?: string };
  if (column.idColumn)
    return { ...compareColumn(column.idColumn), toStored: (given) => given, target: { name: to, by: 'id' } };
  const common = {
    toStored: (given: unknown) => (column.linkTable ? given : codec.encode(given, 'UTC')),
    ...((column.linkTable || field.kind.name === 'reference') && to && { target: { name: to, by } }),
  };
  if (isLinkColumn(column)) {
    const equals = (stored: RawBuilder<unknown>) => compileLinksTo(column, sql`(${stored})`);
    return { ...common, equals, isNull: compileHasNoLinks(column), isIn: (ids) => compileLinksTo(column, ids) };
  }
  if (!keyColumn || column.exact) return { ...compareColumn(valueColumn), ...common };
  // Compares the index key too, so that the index of a text is used.
  const start = getIndexExpression(column);
  const full = sql.ref(valueColumn);
  return {
    ...common,
    equals: (stored, text) =>
      sql`(${start} = ${text === undefined ? stored : toIndexKey(text)} and ${full} = ${stored})`,
    isNull: sql`${full} is null`,
    isIn: (ids) => sql`(${start} in ${ids} and ${full} in ${ids})`,
  };
}

function getPathTable(name: string, collections: readonly Collection[]): PathTable | undefined {
  const target = collections.find(({ resource }) => resource.name === name);
  if (!target) return undefined;
  const { table, columns, tableFilter } = target;
  const find = (field: string) => columns.find((one) => one.name === field);
  return {
    ...{
      name,
      table,
      isRecord: joinConditions([sql`1 = 1`, ...(tableFilter ?? []).map(compileCondition)], 'and'),
      fieldNames: columns.map((one) => one.name),
    },
    getSegment(field) {
      if (field === 'id') return { ...compareColumn('id'), toStored: (given) => given };
      const column = find(field);
      return column && createSegment(column);
    },
    getColumn: (field) => (field === 'id' ? 'id' : find(field)?.valueColumn),
  };
}

type ReportInvalidSegment = (found: string, place: PathTable) => void;
const matchNothing: CompiledRule = () => sql`1 = 0`;

/** Compiles that the value at the end of a path is the expected one. */
function compilePath(
  table: PathTable,
  [name = '', ...rest]: string[],
  value: RowValue,
  collections: readonly Collection[],
  report: ReportInvalidSegment,
): CompiledRule {
  const segment = table.getSegment(name);
  if (!segment || (rest.length > 0 && !segment.target)) {
    report(name, table);
    return matchNothing;
  }
  if (rest.length === 0) {
    const testOf = (one: unknown): CompiledRule => {
      if (one === null) return () => segment.isNull;
      if (isMe(one)) return (me) => segment.equals(me);
      const stored = segment.toStored(one);
      return () => segment.equals(sql`${stored}`, String(stored));
    };
    const tests = [value].flat().map(testOf);
    return (me) =>
      joinConditions(
        tests.map((test) => test(me)),
        'or',
      );
  }
  const next = segment.target && getPathTable(segment.target.name, collections);
  const key = next?.getColumn(segment.target?.by ?? 'id');
  if (!next || !key) {
    report(name, table);
    return matchNothing;
  }
  const rule = compilePath(next, rest, value, collections, report);
  return (me) =>
    segment.isIn(sql`(select ${sql.ref(key)} from ${sql.table(next.table)} where ${next.isRecord} and ${rule(me)})`);
}

/** Compiles the rule at `key` of the config. Adds paths that the database cannot evaluate to `errors`. */
export function compileRule(
  { resource }: Pick<Collection, 'resource'>,
  rule: RowRule,
  key: string,
  collections: readonly Collection[],
  errors: string[],
): CompiledRule {
  const place = getPathTable(resource.name, collections) as PathTable;
  const inner = getJoinedRules(rule);
  const tests = inner
    ? inner.rules.map((one) => compileRule({ resource }, one, key, collections, errors))
    : (Object.entries(rule) as [string, RowValue][]).map(([path, value]) =>
        compilePath(place, path.split('.'), value, collections, (found, { name, fieldNames }) => {
          const expected =
            fieldNames.length > 0 ? `one of ${fieldNames.join(', ')}, of ${name}` : `no step beyond ${name}`;
          errors.push(`src/resources/${resource.name}.ts: ${key}.${path}: found "${found}", expected ${expected}.`);
        }),
      );
  return (me) =>
    joinConditions(
      tests.map((test) => test(me)),
      inner?.by ?? 'and',
    );
}

/** Compiles the row rules of a collection. Throws a ConfigError for a path that the database cannot evaluate. */
export function compileRowRules({ resource }: Collection, collections: readonly Collection[]): CompiledRules {
  const errors: string[] = [];
  const tests = ROLES.flatMap((role): [Role, CompiledRule][] => {
    const rules = getRowRules(resource, role);
    const key = `roles.${role}.rows`;
    return rules.length > 0 ? [[role, compileRule({ resource }, { and: rules }, key, collections, errors)]] : [];
  });
  if (errors.length > 0) throw new ConfigError(errors);
  return Object.fromEntries(tests);
}

/** Returns the conditions that select the records of an existing table. */
export const getTableConditions = ({ tableFilter = [] }: Collection): RawBuilder<SqlBool>[] =>
  tableFilter.map(compileCondition);

/** Returns the conditions on records that the user sees; none if the role sees all. */
export function getVisibleConditions(collection: Collection, { id, role }: Account): RawBuilder<SqlBool>[] {
  const test = collection.rowRules[role];
  return [...getTableConditions(collection), ...(test ? [test(sql`${id}`)] : [])];
}

/** Returns the conditions on records that the user may reference. Without read rights that is only their account. */
export const getReferenceableConditions = (collection: Collection, account: Account): RawBuilder<SqlBool>[] =>
  getAllowedRoles(collection.resource, ['list', 'show', 'edit'], true).includes(account.role)
    ? getVisibleConditions(collection, account)
    : [...getTableConditions(collection), sql`id = ${account.id}`];

/** Returns the visibility conditions as data, if the rules only compare columns with the account. */
function getVisibleColumnConditions(
  { resource, columns, tableFilter = [] }: Collection,
  { id, role }: Account,
): ColumnCondition[] | undefined {
  const facts = [...tableFilter];
  for (const rule of getRowRules(resource, role))
    for (const [name, value] of Object.entries(rule)) {
      const column = columns.find((one) => one.name === name);
      if (!column || !isMe(value)) return undefined;
      facts.push(isEqualTo(column.idColumn ?? column.valueColumn, id));
    }
  return facts;
}

/** Returns the visibility conditions of a list, with the owner column that counts may use. */
export function getListConditions(collection: Collection, account: Account): Condition[] {
  const facts = collection.existingTable && getVisibleColumnConditions(collection, account);
  if (facts) return facts.map(toCondition);
  const column = findOwnerColumn(collection, account.role);
  return getVisibleConditions(collection, account).map((expression) => ({
    expression,
    ...(column && { equals: [column, [account.id]] as const }),
  }));
}

/** Finds who sees a row now: roles that see all records, and ids of accounts with other roles. */
export async function findAudience(db: CollectionDb, collection: Collection, row: CollectionRow): Promise<string[]> {
  return (await findAudiences(db, collection, [row]))[0] ?? [];
}

const AUDIENCE_BATCH_SIZE = 500;

/** Finds the audience of each row. */
export async function findAudiences(
  db: CollectionDb,
  collection: Collection,
  rows: readonly CollectionRow[],
): Promise<string[][]> {
  const { resource, table, columns } = collection;
  const found: string[][] = rows.map(() => []);
  const rules: [Role, CompiledRule][] = [];
  for (const role of getAllowedRoles(resource, ['list', 'show', 'edit'], true)) {
    const test = collection.rowRules[role];
    const access = resource.roles[role];
    const own = columns.find(({ name }) => name === access?.own);
    if (test && !(own && !access?.rows)) rules.push([role, test]);
    else
      for (const [at, row] of rows.entries()) {
        const reader = test && own ? row[own.valueColumn] : role;
        if (reader) found[at]?.push(String(reader));
      }
  }
  if (rules.length === 0) return found;
  // Rows with the same values at the start of rule paths have the same audience.
  const groupsByKey = Map.groupBy(rows.keys(), (at) => getAudienceKey(collection, rules, rows[at] as CollectionRow));
  const groups = [...groupsByKey.values()];
  for (let from = 0; from < groups.length; from += AUDIENCE_BATCH_SIZE) {
    const ids = groups.slice(from, from + AUDIENCE_BATCH_SIZE).map(([at = 0]) => rows[at]?.id);
    const parts = rules.map(
      ([role, test]) => sql`select reader.id as reader, seen.id as seen from accounts as reader
        cross join ${sql.table(table)} as seen where seen.id in (${sql.join(ids)})
        and reader.role = ${role} and reader.deleted_at is null
        and exists (select 1 from ${sql.table(table)} where id = seen.id and ${test(sql.ref('reader.id'))})`,
    );
    const query = sql<{ reader: string; seen: string }>`${sql.join(parts, sql` union all `)}`;
    const readers = Map.groupBy((await query.execute(db)).rows, ({ seen }) => seen);
    for (const [index, id] of ids.entries())
      for (const at of groups[from + index] ?? [])
        found[at]?.push(...(readers.get(String(id)) ?? []).map(({ reader }) => reader));
  }
  return found;
}

/** Returns the values at the start of rule paths, or the id if a rule starts with a field without a column. */
function getAudienceKey(
  { resource, columns }: Collection,
  rules: readonly [Role, CompiledRule][],
  row: CollectionRow,
): string {
  const ruleList = rules.flatMap(([role]) => getRowRules(resource, role));
  const names = new Set(ruleList.flatMap((rule) => [...listConditions(rule)].map(([path]) => path.split('.')[0])));
  const values = [...names].map((first) => {
    const column = columns.find(({ name }) => name === first);
    const isStored = column && !column.linkTable && !column.lookup && !('rollup' in column.field);
    return isStored && [row[column.valueColumn], column.idColumn && row[column.idColumn]];
  });
  return JSON.stringify(values.every(Boolean) ? values : row.id);
}

/** True if changing these columns can change who may see the row. */
export function mayChangeAudience({ resource, columns }: Collection, differing: readonly string[]): boolean {
  const rules = Object.keys(resource.roles).flatMap((role) => getRowRules(resource, role));
  // A path may return to its own table, so every segment counts.
  const steps = new Set(rules.flatMap((rule) => [...listConditions(rule)].flatMap(([path]) => path.split('.'))));
  return columns.some(
    ({ name, valueColumn, idColumn, lookup }) =>
      steps.has(name) &&
      (lookup !== undefined || [valueColumn, idColumn].some((one) => one && differing.includes(one))),
  );
}

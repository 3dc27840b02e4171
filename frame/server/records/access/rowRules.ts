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

/** A step of a path: how its values are compared, and whose they are where it is a reference. */
interface PathSegment {
  equals(stored: RawBuilder<unknown>, text?: string): RawBuilder<SqlBool>;
  isNull: RawBuilder<SqlBool>;
  isIn(ids: RawBuilder<unknown>): RawBuilder<SqlBool>;
  toStored(value: unknown): unknown;
  /** The resource referred to, and the field of it that is kept. */
  target?: { name: string; by: string };
}

/** A table that a path goes through: its steps by field, and the column that a reference to it keeps. */
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
  // A text's index holds its start without case: asked as well, so that it is used.
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

/** The test that the value at the end of a path is the one asked for. */
function compilePath(
  place: PathTable,
  [name = '', ...rest]: string[],
  value: RowValue,
  collections: readonly Collection[],
  visit: ReportInvalidSegment,
): CompiledRule {
  const step = place.getSegment(name);
  if (!step || (rest.length > 0 && !step.target)) {
    visit(name, place);
    return matchNothing;
  }
  if (rest.length === 0) {
    const testOf = (one: unknown): CompiledRule => {
      if (one === null) return () => step.isNull;
      if (isMe(one)) return (me) => step.equals(me);
      const stored = step.toStored(one);
      return () => step.equals(sql`${stored}`, String(stored));
    };
    const tests = [value].flat().map(testOf);
    return (me) =>
      joinConditions(
        tests.map((test) => test(me)),
        'or',
      );
  }
  const next = step.target && getPathTable(step.target.name, collections);
  const key = next?.getColumn(step.target?.by ?? 'id');
  if (!next || !key) {
    visit(name, place);
    return matchNothing;
  }
  const inner = compilePath(next, rest, value, collections, visit);
  return (me) =>
    step.isIn(sql`(select ${sql.ref(key)} from ${sql.table(next.table)} where ${next.isRecord} and ${inner(me)})`);
}

/** Compiles a rule that stands at `key` of the config. What the database cannot evaluate is added to `errors`. */
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

/** The condition on the rows that are records at all; none where all of the table are. */
export const getTableConditions = ({ tableFilter = [] }: Collection): RawBuilder<SqlBool>[] =>
  tableFilter.map(compileCondition);

/** The condition on the records that this person sees; none where their role sees all. */
export function getVisibleConditions(collection: Collection, { id, role }: Account): RawBuilder<SqlBool>[] {
  const test = collection.rowRules[role];
  return [...getTableConditions(collection), ...(test ? [test(sql`${id}`)] : [])];
}

/** The condition on the records that this person may name: who may look at none of them names but their own account. */
export const getReferenceableConditions = (collection: Collection, account: Account): RawBuilder<SqlBool>[] =>
  getAllowedRoles(collection.resource, ['list', 'show', 'edit'], true).includes(account.role)
    ? getVisibleConditions(collection, account)
    : [...getTableConditions(collection), sql`id = ${account.id}`];

/** The same as data, where a rule says of columns alone that they hold the account. */
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

/** The same for a list, which may know how many there are. */
export function getListConditions(collection: Collection, account: Account): Condition[] {
  const facts = collection.existingTable && getVisibleColumnConditions(collection, account);
  if (facts) return facts.map(toCondition);
  const column = findOwnerColumn(collection, account.role);
  return getVisibleConditions(collection, account).map((expression) => ({
    expression,
    ...(column && { equals: [column, [account.id]] as const }),
  }));
}

/** Who may see this row as it stands in the database now: roles that see all records, and accounts of the others. */
export async function findAudience(db: CollectionDb, collection: Collection, row: CollectionRow): Promise<string[]> {
  return (await findAudiences(db, collection, [row]))[0] ?? [];
}

/** Rows whose readers are asked for in one query. */
const AUDIENCE_BATCH_SIZE = 500;

/** The same of many rows, one list for each. */
export async function findAudiences(
  db: CollectionDb,
  collection: Collection,
  rows: readonly CollectionRow[],
): Promise<string[][]> {
  const { resource, table, columns } = collection;
  const found: string[][] = rows.map(() => []);
  const asked: [Role, CompiledRule][] = [];
  for (const role of getAllowedRoles(resource, ['list', 'show', 'edit'], true)) {
    const test = collection.rowRules[role];
    const access = resource.roles[role];
    const own = columns.find(({ name }) => name === access?.own);
    if (test && !(own && !access?.rows)) asked.push([role, test]);
    else
      for (const [at, row] of rows.entries()) {
        const reader = test && own ? row[own.valueColumn] : role;
        if (reader) found[at]?.push(String(reader));
      }
  }
  if (asked.length === 0) return found;
  // Rows with the same values of what the rules begin with are seen by the same people.
  const alike = Map.groupBy(rows.keys(), (at) => getAudienceKey(collection, asked, rows[at] as CollectionRow));
  const groups = [...alike.values()];
  for (let from = 0; from < groups.length; from += AUDIENCE_BATCH_SIZE) {
    const ids = groups.slice(from, from + AUDIENCE_BATCH_SIZE).map(([at = 0]) => rows[at]?.id);
    const parts = asked.map(
      ([role, test]) => sql`select reader.id as reader, seen.id as seen from accounts as reader
        cross join ${sql.table(table)} as seen where seen.id in (${sql.join(ids)})
        and reader.role = ${role} and reader.deleted_at is null
        and exists (select 1 from ${sql.table(table)} where id = seen.id and ${test(sql.ref('reader.id'))})`,
    );
    const query = sql<{ reader: string; seen: string }>`${sql.join(parts, sql` union all `)}`;
    const readers = Map.groupBy((await query.execute(db)).rows, ({ seen }) => seen);
    for (const [place, id] of ids.entries())
      for (const at of groups[from + place] ?? [])
        found[at]?.push(...(readers.get(String(id)) ?? []).map(({ reader }) => reader));
  }
  return found;
}

/** What rows have in common that these roles see alike; its own id where a rule begins with what no column of it holds. */
function getAudienceKey(
  { resource, columns }: Collection,
  asked: readonly [Role, CompiledRule][],
  row: CollectionRow,
): string {
  const rules = asked.flatMap(([role]) => getRowRules(resource, role));
  const steps = new Set(rules.flatMap((rule) => [...listConditions(rule)].map(([path]) => path.split('.')[0])));
  const held = [...steps].map((step) => {
    const column = columns.find(({ name }) => name === step);
    const isHeld = column && !column.linkTable && !column.lookup && !('rollup' in column.field);
    return isHeld && [row[column.valueColumn], column.idColumn && row[column.idColumn]];
  });
  return JSON.stringify(held.every(Boolean) ? held : row.id);
}

/** Whether who sees a row may be others than before, now that these columns of it differ. */
export function mayChangeAudience({ resource, columns }: Collection, differing: readonly string[]): boolean {
  const rules = Object.keys(resource.roles).flatMap((role) => getRowRules(resource, role));
  // A path may come back to its own table: each of its steps counts.
  const steps = new Set(rules.flatMap((rule) => [...listConditions(rule)].flatMap(([path]) => path.split('.'))));
  return columns.some(
    ({ name, valueColumn, idColumn, lookup }) =>
      steps.has(name) &&
      (lookup !== undefined || [valueColumn, idColumn].some((one) => one && differing.includes(one))),
  );
}

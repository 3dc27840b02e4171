import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ConfigError } from '../../../config/configError.ts';
import { isMe, joined, partsOf, type RowRule, type RowValue, rulesOf } from '../../../config/rows.ts';
import { ROLES, type Role } from '../../../wire/call.ts';
import { type Fact, is, testOf } from '../../db/facts.ts';
import type { Account } from '../../http/handler.ts';
import { type Condition, conditionOf } from '../query/rowCondition.ts';
import type { Collection, Column, RowTest, RowTests } from '../schema/collection.ts';
import type { CollectionDb, Row } from '../schema/collectionDb.ts';
import { ownerOf } from '../schema/filterableFields.ts';
import { hasNoLinks, isLink, linksTo } from '../schema/linkRows.ts';
import { sortsBy, startKey } from '../schema/sortKeys.ts';
import { rolesThat } from './fieldAccess.ts';

const join = (parts: RawBuilder<SqlBool>[], by: 'and' | 'or') => sql<SqlBool>`(${sql.join(parts, sql.raw(` ${by} `))})`;

/** A step of a path: how its values are compared, and whose they are where it is a reference. */
interface Step {
  equals(stored: RawBuilder<unknown>, text?: string): RawBuilder<SqlBool>;
  isNull: RawBuilder<SqlBool>;
  within(ids: RawBuilder<unknown>): RawBuilder<SqlBool>;
  write(value: unknown): unknown;
  /** The resource referred to, and the field of it that is kept. */
  to?: { name: string; by: string };
}

/** A table that a path goes through: its steps by field, and the column that a reference to it keeps. */
interface Place {
  name: string;
  table: string;
  kept: RawBuilder<SqlBool>;
  steps: readonly string[];
  step(field: string): Step | undefined;
  column(field: string): string | undefined;
}

const plain = (column: string) => ({
  equals: (stored: RawBuilder<unknown>) => sql<SqlBool>`${sql.ref(column)} = ${stored}`,
  isNull: sql<SqlBool>`${sql.ref(column)} is null`,
  within: (ids: RawBuilder<unknown>) => sql<SqlBool>`${sql.ref(column)} in ${ids}`,
});

function stepOf(column: Column): Step {
  const { field, key, value, keeping } = column;
  const { to = '', value: by = 'id' } = field as { to?: string; value?: string };
  if (column.ids) return { ...plain(column.ids), write: (given) => given, to: { name: to, by: 'id' } };
  const common = {
    write: (given: unknown) => (column.links ? given : keeping.write(given, 'UTC')),
    ...((column.links || field.kind.name === 'reference') && to && { to: { name: to, by } }),
  };
  if (isLink(column)) {
    const equals = (stored: RawBuilder<unknown>) => linksTo(column, sql`(${stored})`);
    return { ...common, equals, isNull: hasNoLinks(column), within: (ids) => linksTo(column, ids) };
  }
  if (!key || column.exact) return { ...plain(value), ...common };
  // A text's index holds its start without case: asked as well, so that it is used.
  const start = sortsBy(column);
  const full = sql.ref(value);
  return {
    ...common,
    equals: (stored, text) => sql`(${start} = ${text === undefined ? stored : startKey(text)} and ${full} = ${stored})`,
    isNull: sql`${full} is null`,
    within: (ids) => sql`(${start} in ${ids} and ${full} in ${ids})`,
  };
}

function placeOf(name: string, collections: readonly Collection[]): Place | undefined {
  const target = collections.find(({ resource }) => resource.name === name);
  if (!target) return undefined;
  const { table, columns, only } = target;
  const find = (field: string) => columns.find((one) => one.name === field);
  return {
    ...{
      name,
      table,
      kept: join([sql`1 = 1`, ...(only ?? []).map(testOf)], 'and'),
      steps: columns.map((one) => one.name),
    },
    step(field) {
      if (field === 'id') return { ...plain('id'), write: (given) => given };
      const column = find(field);
      return column && stepOf(column);
    },
    column: (field) => (field === 'id' ? 'id' : find(field)?.value),
  };
}

type Visit = (found: string, place: Place) => void;
const never: RowTest = () => sql`1 = 0`;

/** The test that the value at the end of a path is the one asked for. */
function onPath(
  place: Place,
  [name = '', ...rest]: string[],
  value: RowValue,
  collections: readonly Collection[],
  visit: Visit,
): RowTest {
  const step = place.step(name);
  if (!step || (rest.length > 0 && !step.to)) {
    visit(name, place);
    return never;
  }
  if (rest.length === 0) {
    const testOf = (one: unknown): RowTest => {
      if (one === null) return () => step.isNull;
      if (isMe(one)) return (me) => step.equals(me);
      const stored = step.write(one);
      return () => step.equals(sql`${stored}`, String(stored));
    };
    const tests = [value].flat().map(testOf);
    return (me) =>
      join(
        tests.map((test) => test(me)),
        'or',
      );
  }
  const next = step.to && placeOf(step.to.name, collections);
  const key = next?.column(step.to?.by ?? 'id');
  if (!next || !key) {
    visit(name, place);
    return never;
  }
  const inner = onPath(next, rest, value, collections, visit);
  return (me) =>
    step.within(sql`(select ${sql.ref(key)} from ${sql.table(next.table)} where ${next.kept} and ${inner(me)})`);
}

/** Compiles a rule that stands at `key` of the config. What the database cannot evaluate is added to `errors`. */
export function compileRule(
  { resource }: Pick<Collection, 'resource'>,
  rule: RowRule,
  key: string,
  collections: readonly Collection[],
  errors: string[],
): RowTest {
  const place = placeOf(resource.name, collections) as Place;
  const inner = joined(rule);
  const tests = inner
    ? inner.rules.map((one) => compileRule({ resource }, one, key, collections, errors))
    : (Object.entries(rule) as [string, RowValue][]).map(([path, value]) =>
        onPath(place, path.split('.'), value, collections, (found, { name, steps }) => {
          const expected = steps.length > 0 ? `one of ${steps.join(', ')}, of ${name}` : `no step beyond ${name}`;
          errors.push(`src/resources/${resource.name}.ts: ${key}.${path}: found "${found}", expected ${expected}.`);
        }),
      );
  return (me) =>
    join(
      tests.map((test) => test(me)),
      inner?.by ?? 'and',
    );
}

/** Compiles the row rules of a collection. Throws a ConfigError for a path that the database cannot evaluate. */
export function compileRows({ resource }: Collection, collections: readonly Collection[]): RowTests {
  const errors: string[] = [];
  const tests = ROLES.flatMap((role): [Role, RowTest][] => {
    const rules = rulesOf(resource, role);
    const key = `roles.${role}.rows`;
    return rules.length > 0 ? [[role, compileRule({ resource }, { and: rules }, key, collections, errors)]] : [];
  });
  if (errors.length > 0) throw new ConfigError(errors);
  return Object.fromEntries(tests);
}

/** The condition on the rows that are records at all; none where all of the table are. */
export const recordsIn = ({ only = [] }: Collection): RawBuilder<SqlBool>[] => only.map(testOf);

/** The condition on the records that this person sees; none where their role sees all. */
export function seenBy(collection: Collection, { id, role }: Account): RawBuilder<SqlBool>[] {
  const test = collection.rows[role];
  return [...recordsIn(collection), ...(test ? [test(sql`${id}`)] : [])];
}

/** The condition on the records that this person may name: who may look at none of them names but their own account. */
export const nameableBy = (collection: Collection, account: Account): RawBuilder<SqlBool>[] =>
  rolesThat(collection.resource, ['list', 'show', 'edit'], true).includes(account.role)
    ? seenBy(collection, account)
    : [...recordsIn(collection), sql`id = ${account.id}`];

/** The same as data, where a rule says of columns alone that they hold the account. */
function seenAs({ resource, columns, only = [] }: Collection, { id, role }: Account): Fact[] | undefined {
  const facts = [...only];
  for (const rule of rulesOf(resource, role))
    for (const [name, value] of Object.entries(rule)) {
      const column = columns.find((one) => one.name === name);
      if (!column || !isMe(value)) return undefined;
      facts.push(is(column.ids ?? column.value, id));
    }
  return facts;
}

/** The same for a list, which may know how many there are. */
export function seenInList(collection: Collection, account: Account): Condition[] {
  const facts = collection.placed && seenAs(collection, account);
  if (facts) return facts.map(conditionOf);
  const column = ownerOf(collection, account.role);
  return seenBy(collection, account).map((test) => ({ test, ...(column && { is: [column, [account.id]] as const }) }));
}

/** Who may see this row as it stands in the database now: roles that see all records, and accounts of the others. */
export async function audienceOf(db: CollectionDb, collection: Collection, row: Row): Promise<string[]> {
  return (await audiencesOf(db, collection, [row]))[0] ?? [];
}

/** Rows whose readers are asked for in one query. */
const PORTION = 500;

/** The same of many rows, one list for each. */
export async function audiencesOf(db: CollectionDb, collection: Collection, rows: readonly Row[]): Promise<string[][]> {
  const { resource, table, columns } = collection;
  const found: string[][] = rows.map(() => []);
  const asked: [Role, RowTest][] = [];
  for (const role of rolesThat(resource, ['list', 'show', 'edit'], true)) {
    const test = collection.rows[role];
    const access = resource.roles[role];
    const own = columns.find(({ name }) => name === access?.own);
    if (test && !(own && !access?.rows)) asked.push([role, test]);
    else
      for (const [at, row] of rows.entries()) {
        const reader = test && own ? row[own.value] : role;
        if (reader) found[at]?.push(String(reader));
      }
  }
  if (asked.length === 0) return found;
  // Rows with the same values of what the rules begin with are seen by the same people.
  const alike = Map.groupBy(rows.keys(), (at) => likenessOf(collection, asked, rows[at] as Row));
  const groups = [...alike.values()];
  for (let from = 0; from < groups.length; from += PORTION) {
    const ids = groups.slice(from, from + PORTION).map(([at = 0]) => rows[at]?.id);
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
function likenessOf({ resource, columns }: Collection, asked: readonly [Role, RowTest][], row: Row): string {
  const rules = asked.flatMap(([role]) => rulesOf(resource, role));
  const steps = new Set(rules.flatMap((rule) => [...partsOf(rule)].map(([path]) => path.split('.')[0])));
  const held = [...steps].map((step) => {
    const column = columns.find(({ name }) => name === step);
    const isHeld = column && !column.links && !column.lookup && !('rollup' in column.field);
    return isHeld && [row[column.value], column.ids && row[column.ids]];
  });
  return JSON.stringify(held.every(Boolean) ? held : row.id);
}

/** Whether who sees a row may be others than before, now that these columns of it differ. */
export function movesAudience({ resource, columns }: Collection, differing: readonly string[]): boolean {
  const rules = Object.keys(resource.roles).flatMap((role) => rulesOf(resource, role));
  // A path may come back to its own table: each of its steps counts.
  const steps = new Set(rules.flatMap((rule) => [...partsOf(rule)].flatMap(([path]) => path.split('.'))));
  return columns.some(
    ({ name, value, ids, lookup }) =>
      steps.has(name) && (lookup !== undefined || [value, ids].some((one) => one && differing.includes(one))),
  );
}

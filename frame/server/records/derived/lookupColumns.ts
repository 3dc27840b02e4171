import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { ConfigError } from '../../../config/configError.ts';
import {
  getLookupGuards,
  type LookupPath,
  type LookupSegment,
  listLookupFields,
  resolveLookup,
} from '../../../config/related/lookups.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { listRoles } from '../../../config/rights.ts';
import { getRowRule } from '../../../config/rowRules.ts';
import { isChoice, isReference } from '../../../fields/fieldTypes.ts';
import { isMe } from '../../../where/symbols.ts';
import { type Condition, getConjuncts, prefixCondition } from '../../../where/where.ts';
import type { Role } from '../../../wire/call.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { getDatabaseKind } from '../../db/jsonLists.ts';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import { compileRule } from '../access/rowRules.ts';
import {
  type Collection,
  type Column,
  type CompiledRule,
  getIndexName,
  type LookupSource,
  type LookupTable,
} from '../schema/collection.ts';
import { getSearchedColumns } from '../schema/filterableFields.ts';
import { getDerivedName, quoteName } from '../schema/tableNames.ts';
import { compileAnyChanged, rebuildTriggersIfChanged, type Trigger } from './derivedTables.ts';

/** The table of a lookup's path segment, with the columns of its fields. */
interface LookupTarget {
  table: string;
  rowsMayReappear: boolean;
  getColumn(field: string): string | undefined;
  getIdColumn(field: string): string | undefined;
  getKeyColumn(field: string): string | undefined;
  searchedColumns: readonly string[];
  fieldNames: readonly string[];
}

function getLookupTarget(name: string, planned: readonly Collection[]): LookupTarget | undefined {
  const target = planned.find(({ resource }) => resource.name === name);
  if (!target) return undefined;
  const find = (field: string) => target.columns.find((one) => one.name === field && !one.linkTable);
  return {
    ...{
      table: target.table,
      rowsMayReappear: !target.existingTable,
      fieldNames: target.columns.map((one) => one.name),
    },
    getColumn: (field) => (field === 'id' ? 'id' : find(field)?.valueColumn),
    getIdColumn: (field) => find(field)?.idColumn,
    getKeyColumn: (field) => find(field)?.keyColumn,
    searchedColumns: target.existingTable ? [] : getSearchedColumns(target),
  };
}

/** Compiles a path through configs to a path through tables, or returns an error message. */
function compileLookup(
  { segments, end, field }: LookupPath,
  fromColumn: string,
  planned: readonly Collection[],
): LookupSource | string {
  const tables: LookupTable[] = [];
  let last: LookupTarget | undefined;
  for (const [at, { target, keyField, reference }] of segments.entries()) {
    const found = getLookupTarget(target.name, planned);
    const nextReference = segments[at + 1]?.reference;
    const name = nextReference ?? end;
    const key = last?.getIdColumn(reference) ? 'id' : found?.getColumn(keyField);
    const next = (nextReference && found?.getIdColumn(nextReference)) ?? found?.getColumn(name);
    if (!found) return `found "${target.name}", expected records that this server keeps`;
    if (!key || !next) return `found "${name}", expected one of ${found.fieldNames.join(', ')}, of ${target.name}`;
    tables.push({ table: found.table, key, nextColumn: next, rowsMayReappear: found.rowsMayReappear });
    last = found;
  }
  if (field.kind.storage !== 'text') return { fromColumn, tables };
  const isExact = isChoice(field) || isReference(field);
  const textKey = last?.getKeyColumn(end);
  if (textKey) {
    const isSearched = last?.searchedColumns.includes(textKey) && !isExact;
    return {
      fromColumn,
      tables,
      key: (alias) => `${alias}.${quoteName(textKey)}`,
      ...(isSearched && { searchedColumn: textKey }),
    };
  }
  const { nextColumn: next = '' } = tables.at(-1) ?? {};
  if (isExact) return { fromColumn, tables, key: (alias) => `lower(${alias}.${quoteName(next)})` };
  // A text of an existing table has no key.
  return { fromColumn, tables };
}

/**
 * True if records that meet the row rule also meet these guards: the rule itself names the account by the same references.
 * A record that names no other record meets neither.
 */
function isImpliedByRule(rule: Condition | undefined, guards: readonly Condition[]): boolean {
  const parts = rule ? getConjuncts(rule) : [];
  return guards.every((guard) => {
    if (guard.kind !== 'some' || guard.part.kind !== 'compare') return false;
    const { operator, value } = guard.part;
    const whole = prefixCondition(guard.part, guard.path);
    return operator === 'equals' && isMe(value) && parts.some((part) => isDeepStrictEqual(part, whole));
  });
}

/** Adds sources and visibility rules to lookup columns. Throws a ConfigError for an invalid path. */
export function addLookups(
  collection: Collection,
  planned: readonly Collection[],
  all: readonly AnyResource[],
): readonly Column[] {
  const { resource, columns } = collection;
  const errors: string[] = [];
  const roles = [...new Set(all.flatMap(listRoles))];
  const found = new Map<string, Required<Pick<Column, 'lookup' | 'lookupResources' | 'valueRules' | 'ruledRoles'>>>();
  for (const [name, { fallback, deferred }, path] of listLookupFields(resource)) {
    const key = `fields.${name}.lookup`;
    const report = (text: string) => errors.push(`src/resources/${resource.name}.ts: ${key}: ${text}.`);
    const lookupPath = resolveLookup(resource, path, all);
    if ('expected' in lookupPath) {
      report(`found "${lookupPath.name}", expected ${lookupPath.expected}`);
      continue;
    }
    const reference = columns.find((one) => one.name === (lookupPath.segments[0] as LookupSegment).reference);
    const lookup = compileLookup(lookupPath, reference?.valueColumn ?? '', planned);
    if (typeof lookup === 'string') {
      report(lookup);
      continue;
    }
    const rules = roles.flatMap((role): [Role, CompiledRule][] => {
      const guards = getLookupGuards(lookupPath, role);
      const condition = { kind: 'and', parts: guards } as const;
      return guards.length > 0 ? [[role, compileRule(collection, condition, key, planned, errors)]] : [];
    });
    const instead = columns.find((one) => one.name === fallback);
    const source = { ...lookup, ...(instead && { fallback: instead }), ...(deferred && { deferred }) };
    const lookupResources = lookupPath.segments.map(({ target }) => target.name);
    const ruledRoles = rules.flatMap(([role]) =>
      isImpliedByRule(getRowRule(resource, role), getLookupGuards(lookupPath, role)) ? [role] : [],
    );
    found.set(name, { lookup: source, lookupResources, valueRules: Object.fromEntries(rules), ruledRoles });
  }
  if (errors.length > 0) throw new ConfigError(errors);
  return columns.map(({ keyColumn, ...column }) => {
    const added = found.get(column.name);
    const hasKey = keyColumn && (!added || added.lookup.key);
    return { ...column, ...(hasKey && { keyColumn }), ...added };
  });
}

/** Columns with the same path. */
interface LookupGroup {
  fromColumn: string;
  tables: readonly LookupTable[];
  columns: (Column & { lookup: LookupSource })[];
}

/** Groups the lookups that read the same record, so that one update sets them all. */
function groupByPath({ columns }: Collection): LookupGroup[] {
  const looked = columns.filter((column): column is LookupGroup['columns'][number] => column.lookup !== undefined);
  const toPathKey = ({ lookup: { fromColumn, tables, deferred } }: LookupGroup['columns'][number]) =>
    JSON.stringify([fromColumn, deferred, tables.with(-1, { ...(tables.at(-1) as LookupTable), nextColumn: '' })]);
  return [...Map.groupBy(looked, toPathKey).values()].flatMap((columns) =>
    columns.slice(0, 1).map(({ lookup: { fromColumn, tables } }) => ({ fromColumn, tables, columns })),
  );
}

const getAlias = (at: number) => `h${at + 1}`;
const ref = (at: number, column = '') => `${getAlias(at)}.${quoteName(column)}`;
const joinTables = (tables: readonly LookupTable[]) =>
  tables
    .map(({ table, key }, at) => {
      const source = `${quoteName(table)} as ${getAlias(at)}`;
      return at === 0 ? source : `join ${source} on ${ref(at, key)} = ${ref(at - 1, tables[at - 1]?.nextColumn)}`;
    })
    .join(' ');
const fromPath = ({ tables }: LookupGroup, value: string) =>
  `from ${joinTables(tables)} where ${ref(0, tables[0]?.key)} = ${value}`;

/** Compiles an update of the lookup values of the records that `which` selects. */
function compileUpdate(table: string, group: LookupGroup, which: string): string {
  const last = group.tables.length - 1;
  const parts = group.columns.flatMap(({ valueColumn, keyColumn, lookup }) => [
    [valueColumn, ref(last, lookup.tables.at(-1)?.nextColumn), lookup.fallback?.valueColumn] as const,
    ...(keyColumn && lookup.key ? [[keyColumn, lookup.key(getAlias(last)), lookup.fallback?.keyColumn] as const] : []),
  ]);
  const own = (column: string) => `${quoteName(table)}.${quoteName(column)}`;
  const select = (values: string) => `(select ${values} ${fromPath(group, own(group.fromColumn))})`;
  const plain = parts.filter(([, , fallback]) => !fallback);
  const names = plain.map(([name]) => quoteName(name)).join(', ');
  const sets = [
    ...(plain.length > 0 ? [`(${names}) = ${select(plain.map(([, value]) => value).join(', '))}`] : []),
    ...parts.flatMap(([name, value, fallback]) =>
      fallback ? [`${quoteName(name)} = coalesce(${select(value)}, ${own(fallback)})`] : [],
    ),
  ];
  return `update ${quoteName(table)} set ${sets.join(', ')} ${which}`;
}

/** Compiles triggers that update the values with every write to a table of their path. */
function compileTriggers(collection: Collection, kind: DatabaseKind, groups: readonly LookupGroup[]): Trigger[] {
  const { table } = collection;
  const triggers: Trigger[] = [];
  const add = (on: string, event: Trigger['event'], what: string, work: readonly string[], when?: string) => {
    const name = getIndexName(getDerivedName(collection, 'lookup'), `${what}_${event}`);
    triggers.push({ name, event, table: on, statements: work, ...(when && { when }) });
  };
  for (const [place, group] of groups.entries()) {
    const { fromColumn, tables, columns } = group;
    // Locks the records of the path, so that concurrent changes to them are seen.
    const lock = kind === 'postgres' ? [`perform 1 ${fromPath(group, `new.${quoteName(fromColumn)}`)} for share`] : [];
    const own = [...lock, compileUpdate(table, group, 'where id = new.id')];
    const fallbacks = columns.flatMap(({ lookup: { fallback } }) => fallback?.valueColumn ?? []);
    // A restored record that names nothing any more comes with the value that it had.
    const given = [fromColumn, ...columns.map(({ valueColumn }) => valueColumn)];
    const mayDiffer = given.map((column) => `new.${quoteName(column)} is not null`).join(' or ');
    add(table, 'insert', `${place}`, own, fallbacks.length > 0 ? undefined : mayDiffer);
    add(table, 'update', `${place}`, own, compileAnyChanged(kind, [fromColumn, ...fallbacks]));
    if (columns[0]?.lookup.deferred) continue;
    for (const [at, { table: on, key, nextColumn, rowsMayReappear }] of tables.entries()) {
      const isLast = at === tables.length - 1;
      const nexts = isLast ? columns.map(({ lookup }) => lookup.tables.at(-1)?.nextColumn ?? '') : [nextColumn];
      const reach = (ids: string) => {
        if (at === 0) return ids;
        const before = tables.slice(0, at);
        const leads = `${ref(at - 1, before.at(-1)?.nextColumn)} in ${ids}`;
        return `(select ${ref(0, before[0]?.key)} from ${joinTables(before)} where ${leads})`;
      };
      const work = (...rows: string[]) => {
        const ids = `(${rows.map((of) => `${of}.${quoteName(key)}`).join(', ')})`;
        return [compileUpdate(table, group, `where ${quoteName(fromColumn)} in ${reach(ids)}`)];
      };
      add(on, 'update', `${place}_${at}`, work('old', 'new'), compileAnyChanged(kind, [...nexts, key]));
      if (!rowsMayReappear) continue;
      add(on, 'insert', `${place}_${at}`, work('new'));
      add(on, 'delete', `${place}_${at}`, work('old'));
    }
  }
  return triggers;
}

/** Compiles the updates of the deferred lookups over a reference, of the records with these ids. */
export const compileDeferredUpdates = (collection: Collection, fromColumn: string, ids: readonly string[]) =>
  groupByPath(collection)
    .filter((group) => group.fromColumn === fromColumn && group.columns[0]?.lookup.deferred)
    .map((group) => sql`${sql.raw(compileUpdate(collection.table, group, 'where id in'))} (${sql.join(ids)})`);

/** Creates or rebuilds the triggers of all lookups. Call after all tables exist. */
export async function createLookupTriggers(db: Db, collections: readonly Collection[]): Promise<void> {
  for (const collection of collections) {
    const groups = groupByPath(collection);
    const triggers = compileTriggers(collection, getDatabaseKind(db), groups);
    const fill = groups.map((group) => compileUpdate(collection.table, group, ''));
    await rebuildTriggersIfChanged(db, getDerivedName(collection, 'lookup'), { triggers, fill });
  }
}

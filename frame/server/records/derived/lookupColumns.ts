import { ConfigError } from '../../../config/configError.ts';
import {
  getLookupGuards,
  type LookupPath,
  type LookupSegment,
  listLookupFields,
  resolveLookup,
} from '../../../config/lookups.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { ROLES, type Role } from '../../../wire/call.ts';
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
import type { CollectionDb } from '../schema/collectionDb.ts';
import { getSearchedColumns } from '../schema/filterableFields.ts';
import { getDerivedName, quoteName } from '../schema/tableNames.ts';
import { compileAnyChanged, rebuildTriggersIfChanged, type Trigger } from './derivedTables.ts';

/** What stands in the database of a step: a column, its key column where it has one. */
interface LookupTarget {
  table: string;
  rowsMayReappear: boolean;
  getColumn(field: string): string | undefined;
  /** Of a reference that keeps another value of its record, the column of that record's id. */
  getIdColumn(field: string): string | undefined;
  getKeyColumn(field: string): string | undefined;
  /** The columns that its texts are searched by. */
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

/** Of a way through configs the way through tables; says what the database cannot evaluate. */
function compileLookup(
  { segments, end, field }: LookupPath,
  from: string,
  planned: readonly Collection[],
): LookupSource | string {
  const stops: LookupTable[] = [];
  let last: LookupTarget | undefined;
  for (const [at, { target, keyField, reference }] of segments.entries()) {
    const place = getLookupTarget(target.name, planned);
    const on = segments[at + 1]?.reference;
    const step = on ?? end;
    const key = last?.getIdColumn(reference) ? 'id' : place?.getColumn(keyField);
    const next = (on && place?.getIdColumn(on)) ?? place?.getColumn(step);
    if (!place) return `found "${target.name}", expected records that this server keeps`;
    if (!key || !next) return `found "${step}", expected one of ${place.fieldNames.join(', ')}, of ${target.name}`;
    stops.push({ table: place.table, key, nextColumn: next, rowsMayReappear: place.rowsMayReappear });
    last = place;
  }
  if (field.kind.storage !== 'text') return { fromColumn: from, tables: stops };
  const textKey = last?.getKeyColumn(end);
  if (textKey) {
    const sought = last?.searchedColumns.includes(textKey) && !['choice', 'reference'].includes(field.kind.name);
    return {
      fromColumn: from,
      tables: stops,
      key: (alias) => `${alias}.${quoteName(textKey)}`,
      ...(sought && { searchedColumn: textKey }),
    };
  }
  const { nextColumn: next = '' } = stops.at(-1) ?? {};
  if (['choice', 'reference'].includes(field.kind.name))
    return { fromColumn: from, tables: stops, key: (alias) => `lower(${alias}.${quoteName(next)})` };
  return `found "${end}", expected a choice, a reference or a switch: texts of ${segments.at(-1)?.target.name} have no key to sort by`;
}

/** Columns with where their values come from and who is given them. Throws a ConfigError for a way that there is not. */
export function addLookups(
  { resource, columns }: Collection,
  planned: readonly Collection[],
  all: readonly AnyResource[],
): readonly Column[] {
  const errors: string[] = [];
  const found = new Map<string, Pick<Column, 'lookup' | 'valueRules'>>();
  for (const [name, , path] of listLookupFields(resource)) {
    const key = `fields.${name}.lookup`;
    const report = (text: string) => errors.push(`src/resources/${resource.name}.ts: ${key}: ${text}.`);
    const way = resolveLookup(resource, path, all);
    if ('expected' in way) {
      report(`found "${way.name}", expected ${way.expected}`);
      continue;
    }
    const reference = columns.find((one) => one.name === (way.segments[0] as LookupSegment).reference);
    const lookup = compileLookup(way, reference?.valueColumn ?? '', planned);
    if (typeof lookup === 'string') {
      report(lookup);
      continue;
    }
    const seen = ROLES.flatMap((role): [Role, CompiledRule][] => {
      const guards = getLookupGuards(way, role);
      return guards.length > 0 ? [[role, compileRule({ resource }, { and: guards }, key, planned, errors)]] : [];
    });
    found.set(name, { lookup, valueRules: Object.fromEntries(seen) });
  }
  if (errors.length > 0) throw new ConfigError(errors);
  return columns.map((column) => ({ ...column, ...found.get(column.name) }));
}

/** Columns that are read along one way. */
interface LookupGroup {
  fromColumn: string;
  tables: readonly LookupTable[];
  columns: (Column & { lookup: LookupSource })[];
}

function groupByPath({ columns }: Collection): LookupGroup[] {
  const looked = columns.filter((column): column is LookupGroup['columns'][number] => column.lookup !== undefined);
  const wayTo = ({ lookup: { fromColumn, tables } }: LookupGroup['columns'][number]) =>
    JSON.stringify([
      fromColumn,
      tables.map((stop, at) => (at === tables.length - 1 ? { ...stop, nextColumn: '' } : stop)),
    ]);
  return [...Map.groupBy(looked, wayTo).values()].flatMap((all) => {
    const [first] = all;
    return first ? [{ fromColumn: first.lookup.fromColumn, tables: first.lookup.tables, columns: all }] : [];
  });
}

const getAlias = (at: number) => `h${at + 1}`;
/** The tables of a way, from the first on, joined. */
const joinTables = (stops: readonly LookupTable[]) =>
  stops
    .map(({ table, key }, at) => {
      const on =
        at === 0
          ? ''
          : ` on ${getAlias(at)}.${quoteName(key)} = ${getAlias(at - 1)}.${quoteName(stops[at - 1]?.nextColumn ?? '')}`;
      return `${at === 0 ? '' : 'join '}${quoteName(table)} as ${getAlias(at)}${on}`;
    })
    .join(' ');
const fromPath = ({ tables }: LookupGroup, by: string) =>
  `from ${joinTables(tables)} where ${getAlias(0)}.${quoteName(tables[0]?.key ?? '')} = ${by}`;

/** Gives those records that `which` names the values that their way leads to now. */
function compileUpdate(table: string, group: LookupGroup, which: string): string {
  const last = getAlias(group.tables.length - 1);
  const parts = group.columns.flatMap(({ valueColumn, keyColumn, lookup }) => [
    [valueColumn, `${last}.${quoteName(lookup.tables.at(-1)?.nextColumn ?? '')}`] as const,
    ...(keyColumn && lookup.key ? [[keyColumn, lookup.key(last)] as const] : []),
  ]);
  const names = parts.map(([name]) => quoteName(name)).join(', ');
  const values = parts.map(([, value]) => value).join(', ');
  return `update ${quoteName(table)} set (${names}) = (select ${values} ${fromPath(group, `${quoteName(table)}.${quoteName(group.fromColumn)}`)}) ${which}`;
}

/** What keeps the values with every write on their way, by whatever means, in the same transaction. */
function compileTriggers(collection: Collection, kind: DatabaseKind, groups: readonly LookupGroup[]): Trigger[] {
  const { table } = collection;
  const triggers: Trigger[] = [];
  const add = (on: string, event: Trigger['event'], what: string, work: readonly string[], when?: string) => {
    const name = getIndexName(getDerivedName(collection, 'lookup'), `${what}_${event}`);
    triggers.push({ name, event, table: on, statements: work, ...(when && { when }) });
  };
  for (const [place, group] of groups.entries()) {
    const { fromColumn, tables, columns } = group;
    // Held first: who changes a record on the way at the same time is waited for, and seen by what follows.
    const hold = kind === 'postgres' ? [`perform 1 ${fromPath(group, `new.${quoteName(fromColumn)}`)} for share`] : [];
    const own = [...hold, compileUpdate(table, group, 'where id = new.id')];
    add(table, 'insert', `${place}`, own, `new.${quoteName(fromColumn)} is not null`);
    add(table, 'update', `${place}`, own, compileAnyChanged(kind, [fromColumn]));
    for (const [at, { table: on, key, nextColumn, rowsMayReappear }] of tables.entries()) {
      const isLast = at === tables.length - 1;
      const nexts = isLast ? columns.map(({ lookup }) => lookup.tables.at(-1)?.nextColumn ?? '') : [nextColumn];
      const reach = (ids: string) => {
        if (at === 0) return ids;
        const before = tables.slice(0, at);
        const leads = `${getAlias(at - 1)}.${quoteName(before.at(-1)?.nextColumn ?? '')} in ${ids}`;
        return `(select ${getAlias(0)}.${quoteName(before[0]?.key ?? '')} from ${joinTables(before)} where ${leads})`;
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

/** Brings what keeps values that are read in other records up to the config, once the tables of all are there. */
export async function createLookupTriggers(
  db: CollectionDb,
  kind: DatabaseKind,
  collections: readonly Collection[],
): Promise<void> {
  for (const collection of collections) {
    const groups = groupByPath(collection);
    const triggers = compileTriggers(collection, kind, groups);
    const fill = groups.map((group) => compileUpdate(collection.table, group, ''));
    await rebuildTriggersIfChanged(db, kind, getDerivedName(collection, 'lookup'), { triggers, fill });
  }
}

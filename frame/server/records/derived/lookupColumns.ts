import { ConfigError } from '../../../config/configError.ts';
import { guardsOf, type Hop, lookupsOf, type Way, wayOf } from '../../../config/lookups.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { ROLES, type Role } from '../../../wire/call.ts';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import { compileRule } from '../access/rowRules.ts';
import {
  type Collection,
  type Column,
  indexName,
  type LookedUp,
  type RowTest,
  type Stop,
} from '../schema/collection.ts';
import type { CollectionDb } from '../schema/collectionDb.ts';
import { searchedColumns } from '../schema/filterableFields.ts';
import { derivedName, quoted } from '../schema/tableNames.ts';
import { anyChanged, bringUpTriggers, type Trigger } from './derivedTables.ts';

/** What stands in the database of a step: a column, its key column where it has one. */
interface Found {
  table: string;
  moves: boolean;
  column(field: string): string | undefined;
  /** Of a reference that keeps another value of its record, the column of that record's id. */
  ids(field: string): string | undefined;
  textKey(field: string): string | undefined;
  /** The columns that its texts are searched by. */
  searched: readonly string[];
  steps: readonly string[];
}

function placeOf(name: string, planned: readonly Collection[]): Found | undefined {
  const target = planned.find(({ resource }) => resource.name === name);
  if (!target) return undefined;
  const find = (field: string) => target.columns.find((one) => one.name === field && !one.links);
  return {
    ...{ table: target.table, moves: !target.placed, steps: target.columns.map((one) => one.name) },
    column: (field) => (field === 'id' ? 'id' : find(field)?.value),
    ids: (field) => find(field)?.ids,
    textKey: (field) => find(field)?.key,
    searched: target.placed ? [] : searchedColumns(target),
  };
}

/** Of a way through configs the way through tables; says what the database cannot evaluate. */
function trace({ hops, end, field }: Way, from: string, planned: readonly Collection[]): LookedUp | string {
  const stops: Stop[] = [];
  let last: Found | undefined;
  for (const [at, { target, by, reference }] of hops.entries()) {
    const place = placeOf(target.name, planned);
    const on = hops[at + 1]?.reference;
    const step = on ?? end;
    const key = last?.ids(reference) ? 'id' : place?.column(by);
    const next = (on && place?.ids(on)) ?? place?.column(step);
    if (!place) return `found "${target.name}", expected records that this server keeps`;
    if (!key || !next) return `found "${step}", expected one of ${place.steps.join(', ')}, of ${target.name}`;
    stops.push({ table: place.table, key, next, moves: place.moves });
    last = place;
  }
  if (field.kind.storage !== 'text') return { from, stops };
  const textKey = last?.textKey(end);
  if (textKey) {
    const sought = last?.searched.includes(textKey) && !['choice', 'reference'].includes(field.kind.name);
    return { from, stops, key: (alias) => `${alias}.${quoted(textKey)}`, ...(sought && { sought: textKey }) };
  }
  const { next = '' } = stops.at(-1) ?? {};
  if (['choice', 'reference'].includes(field.kind.name))
    return { from, stops, key: (alias) => `lower(${alias}.${quoted(next)})` };
  return `found "${end}", expected a choice, a reference or a switch: texts of ${hops.at(-1)?.target.name} have no key to sort by`;
}

/** Columns with where their values come from and who is given them. Throws a ConfigError for a way that there is not. */
export function withLookups(
  { resource, columns }: Collection,
  planned: readonly Collection[],
  all: readonly AnyResource[],
): readonly Column[] {
  const errors: string[] = [];
  const found = new Map<string, Pick<Column, 'lookup' | 'seen'>>();
  for (const [name, , path] of lookupsOf(resource)) {
    const key = `fields.${name}.lookup`;
    const report = (text: string) => errors.push(`src/resources/${resource.name}.ts: ${key}: ${text}.`);
    const way = wayOf(resource, path, all);
    if ('expected' in way) {
      report(`found "${way.name}", expected ${way.expected}`);
      continue;
    }
    const reference = columns.find((one) => one.name === (way.hops[0] as Hop).reference);
    const lookup = trace(way, reference?.value ?? '', planned);
    if (typeof lookup === 'string') {
      report(lookup);
      continue;
    }
    const seen = ROLES.flatMap((role): [Role, RowTest][] => {
      const guards = guardsOf(way, role);
      return guards.length > 0 ? [[role, compileRule({ resource }, { and: guards }, key, planned, errors)]] : [];
    });
    found.set(name, { lookup, seen: Object.fromEntries(seen) });
  }
  if (errors.length > 0) throw new ConfigError(errors);
  return columns.map((column) => ({ ...column, ...found.get(column.name) }));
}

/** Columns that are read along one way. */
interface Group {
  from: string;
  stops: readonly Stop[];
  columns: (Column & { lookup: LookedUp })[];
}

function groupsOf({ columns }: Collection): Group[] {
  const looked = columns.filter((column): column is Group['columns'][number] => column.lookup !== undefined);
  const wayTo = ({ lookup: { from, stops } }: Group['columns'][number]) =>
    JSON.stringify([from, stops.map((stop, at) => (at === stops.length - 1 ? { ...stop, next: '' } : stop))]);
  return [...Map.groupBy(looked, wayTo).values()].flatMap((all) => {
    const [first] = all;
    return first ? [{ from: first.lookup.from, stops: first.lookup.stops, columns: all }] : [];
  });
}

const aliasOf = (at: number) => `h${at + 1}`;
/** The tables of a way, from the first on, joined. */
const joined = (stops: readonly Stop[]) =>
  stops
    .map(({ table, key }, at) => {
      const on =
        at === 0 ? '' : ` on ${aliasOf(at)}.${quoted(key)} = ${aliasOf(at - 1)}.${quoted(stops[at - 1]?.next ?? '')}`;
      return `${at === 0 ? '' : 'join '}${quoted(table)} as ${aliasOf(at)}${on}`;
    })
    .join(' ');
const reached = ({ stops }: Group, by: string) =>
  `from ${joined(stops)} where ${aliasOf(0)}.${quoted(stops[0]?.key ?? '')} = ${by}`;

/** Gives those records that `which` names the values that their way leads to now. */
function setting(table: string, group: Group, which: string): string {
  const last = aliasOf(group.stops.length - 1);
  const parts = group.columns.flatMap(({ value, key, lookup }) => [
    [value, `${last}.${quoted(lookup.stops.at(-1)?.next ?? '')}`] as const,
    ...(key && lookup.key ? [[key, lookup.key(last)] as const] : []),
  ]);
  const names = parts.map(([name]) => quoted(name)).join(', ');
  const values = parts.map(([, value]) => value).join(', ');
  return `update ${quoted(table)} set (${names}) = (select ${values} ${reached(group, `${quoted(table)}.${quoted(group.from)}`)}) ${which}`;
}

/** What keeps the values with every write on their way, by whatever means, in the same transaction. */
function triggersOf(collection: Collection, kind: DatabaseKind, groups: readonly Group[]): Trigger[] {
  const { table } = collection;
  const triggers: Trigger[] = [];
  const add = (on: string, event: Trigger['event'], what: string, work: readonly string[], when?: string) => {
    const name = indexName(derivedName(collection, 'lookup'), `${what}_${event}`);
    triggers.push({ name, event, on, work, ...(when && { when }) });
  };
  for (const [place, group] of groups.entries()) {
    const { from, stops, columns } = group;
    // Held first: who changes a record on the way at the same time is waited for, and seen by what follows.
    const hold = kind === 'postgres' ? [`perform 1 ${reached(group, `new.${quoted(from)}`)} for share`] : [];
    const own = [...hold, setting(table, group, 'where id = new.id')];
    add(table, 'insert', `${place}`, own, `new.${quoted(from)} is not null`);
    add(table, 'update', `${place}`, own, anyChanged(kind, [from]));
    for (const [at, { table: on, key, next, moves }] of stops.entries()) {
      const isLast = at === stops.length - 1;
      const nexts = isLast ? columns.map(({ lookup }) => lookup.stops.at(-1)?.next ?? '') : [next];
      const reach = (ids: string) => {
        if (at === 0) return ids;
        const before = stops.slice(0, at);
        const leads = `${aliasOf(at - 1)}.${quoted(before.at(-1)?.next ?? '')} in ${ids}`;
        return `(select ${aliasOf(0)}.${quoted(before[0]?.key ?? '')} from ${joined(before)} where ${leads})`;
      };
      const work = (...rows: string[]) => {
        const ids = `(${rows.map((of) => `${of}.${quoted(key)}`).join(', ')})`;
        return [setting(table, group, `where ${quoted(from)} in ${reach(ids)}`)];
      };
      add(on, 'update', `${place}_${at}`, work('old', 'new'), anyChanged(kind, [...nexts, key]));
      if (!moves) continue;
      add(on, 'insert', `${place}_${at}`, work('new'));
      add(on, 'delete', `${place}_${at}`, work('old'));
    }
  }
  return triggers;
}

/** Brings what keeps values that are read in other records up to the config, once the tables of all are there. */
export async function makeLookups(
  db: CollectionDb,
  kind: DatabaseKind,
  collections: readonly Collection[],
): Promise<void> {
  for (const collection of collections) {
    const groups = groupsOf(collection);
    const triggers = triggersOf(collection, kind, groups);
    const fill = groups.map((group) => setting(collection.table, group, ''));
    await bringUpTriggers(db, kind, derivedName(collection, 'lookup'), { triggers, fill });
  }
}

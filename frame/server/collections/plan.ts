import { createHash } from 'node:crypto';
import { asEntry } from '../../config/entries.ts';
import { ConfigError } from '../../config/faults.ts';
import { groupingOf, type ReportConfig } from '../../config/reports.ts';
import type { AnyResource, FilterConfig } from '../../config/resource.ts';
import { partsOf, type RowRule, rulesOf } from '../../config/rows.ts';
import { isSystemField } from '../../config/systemFields.ts';
import { columnIn, isKept, type TableConfig } from '../../config/table.ts';
import type { Field, Storage } from '../../fields/kind.ts';
import { type Fact, fixed } from '../store/facts.ts';
import { type LookedUp, withLookups } from './lookups.ts';
import { compileRows, type RowTests } from './rows.ts';
import { KEEPINGS, type Keeping } from './storage.ts';

/** Where a field's value stands in its collection's table. */
export interface Column {
  /** The field. */
  name: string;
  field: Field;
  storage: Storage;
  keeping: Keeping;
  /** The column of the value. Its storage is part of its name: a field that changed its kind is a new column. */
  value: string;
  /** Texts: the column they are sorted and searched by, without case and accents. */
  key?: string;
  /** Unique fields: the column that no two records share. */
  unique?: string;
  /** Missing values count as the greatest, not as the least. */
  missingLast?: true;
  /** Sorted or filtered by, or what tells whose a record is. */
  indexed: boolean;
  /** References that keep another value of a record than its id: the column of that id, which row rules go by. */
  ids?: string;
  /** Texts of a table that is there: the column they are sorted by. */
  sorted?: string;
  /** Always compared as it is: a choice, or what a reference keeps. */
  exact?: true;
  /** The table of its values, for a field that holds many; `value` is then in no table (see links.ts). */
  links?: string;
  /** Where its values come from, where they are other records'. */
  lookup?: LookedUp;
  /** Of each role that does not see all of what it comes from: of which records it is given the value. */
  seen?: RowTests;
  /** Set by the server alone; its column is there from the start. */
  system?: true;
}

/** A collection: a resource whose records we keep, and its table. */
export interface Collection {
  resource: AnyResource;
  table: string;
  /** The table is one that the config names: its rows have no version and nobody who made them, nor has it indexes of ours. */
  placed?: true;
  /** Which rows of the table are its records, where others stand there as well. */
  only?: readonly Fact[];
  columns: readonly Column[];
  /** Which records a role sees, where it does not see all. */
  rows: RowTests;
  /** What was deleted, where the config keeps it: a collection of its own, with the same columns. */
  bin?: Collection;
  /** Columns of what no config has any more, with their types: a record takes them along into the bin and out of it. */
  unseen?: Readonly<Record<string, string>>;
  /** As `unseen`, for fields that held many references: by what their tables are called after (`linksFor`). */
  unseenLinks?: readonly string[];
}

/** PostgreSQL cuts longer names silently. */
const MOST_NAME = 50;
/** With a bin, whose tables are called after it. */
const MOST_BINNED = 40;

/** The filters of a resource by the name they have in a list call. */
export function filtersOf({ list }: AnyResource): Map<string, FilterConfig<string>> {
  const filters = (list.filters ?? []).map((one) => asEntry<FilterConfig<string>>(one));
  return new Map(filters.map((one) => [one.name ?? one.field, one]));
}

/** The columns of the texts that are searched for a part of them. */
export function searchedColumns({ resource, columns }: Pick<Collection, 'resource' | 'columns'>): string[] {
  const filters = [...filtersOf(resource).values()].filter(
    ({ field, test }) => (test ?? (resource.fields[field]?.kind.filter || undefined)?.test) === 'contains',
  );
  const searched = new Set([...(resource.list.search ?? []), ...filters.map(({ field }) => field)]);
  return columns.flatMap(({ name, key }) => (key && searched.has(name) ? [key] : []));
}

/** The fields that records are read in the order of: lists are sorted by them, or reports tell their periods apart. */
export const sortableOf = ({ list, reports }: AnyResource) =>
  new Set<string | undefined>([
    ...(list.sortable ?? []),
    list.sort?.field,
    ...Object.values(reports ?? {}).map((report) => {
      const grouping = groupingOf(report);
      return grouping && 'by' in grouping ? grouping.field : undefined;
    }),
  ]);

const sortedOrFiltered = (resource: AnyResource) =>
  new Set<string | undefined>([
    ...sortableOf(resource),
    ...[...filtersOf(resource).values()].map(({ field }) => field),
  ]);

/** Whether lists are narrowed to single values of a field: by a filter, a reference or a row rule. */
export function isNarrowing({ resource }: Pick<Collection, 'resource'>, { name, field, links }: Column): boolean {
  if (links) return false;
  const tests = [...filtersOf(resource).values()]
    .filter((one) => one.field === name)
    .map(({ test }) => test ?? (field.kind.filter || undefined)?.test ?? 'equals');
  if (field.kind.name === 'reference' || ruledBy(resource).has(name) || tests.includes('equals')) return true;
  return reportedBy(resource).has(name);
}

/** The fields whose single values reports tell apart, or narrow to. */
export const reportedBy = ({ reports = {} }: AnyResource): Set<string | undefined> =>
  new Set(
    Object.values(reports).flatMap((report: ReportConfig<string>) => {
      const grouping = groupingOf(report);
      const ruled = report.rows ? [...partsOf(report.rows as RowRule)].map(([path]) => path) : [];
      return [...ruled, ...(grouping && !('by' in grouping && grouping.by) ? [grouping.field] : [])];
    }),
  );

/** The fields that row rules begin with. */
const ruledBy = (resource: AnyResource) =>
  new Set(
    Object.keys(resource.roles)
      .flatMap((role) => rulesOf(resource, role).flatMap((rule) => [...partsOf(rule)]))
      .map(([path]) => path.split('.')[0]),
  );

/**
 * Where the records of a resource stand, by its name: its table, and the column of each field. Both are named once, by
 * what they were called first, and stay when the resource or the field gets another name (frame/server/shape).
 */
export type Places = Readonly<
  Record<string, Pick<Collection, 'table' | 'unseen' | 'unseenLinks'> & { values: Readonly<Record<string, string>> }>
>;

export const tableFor = (resource: string): string => `c_${resource}`;
export const valueFor = (storage: Storage, field: string): string => `${storage}_${field}`;
/** What a column is called after its storage: its key and what keeps it unique are called alike. */
const stemOf = (storage: Storage, value: string): string => value.slice(storage.length + 1);
/** The column that keeps a field's values unique, where it is that. */
export const uniqueFor = ({ storage, value }: Pick<Column, 'storage' | 'value'>): string =>
  `unique_${stemOf(storage, value)}`;
export const keyFor = ({ storage, value }: Pick<Column, 'storage' | 'value'>): string =>
  `key_${stemOf(storage, value)}`;
/** The table of a field that holds many references. */
export const linksFor = (table: string, value: string): string =>
  indexName(table.replace(/^c_/, 'l_'), stemOf('links', value));

function columnsOf(resource: AnyResource, places: Places): Column[] {
  const { table, values } = places[resource.name] ?? { table: tableFor(resource.name), values: {} };
  const indexed = new Set([...sortedOrFiltered(resource), ...ruledBy(resource)]);
  return Object.entries(resource.fields).flatMap(([name, field]): Column[] => {
    const { storage } = field.kind;
    if (isSystemField(name, field)) return systemColumn(name, field, indexed.has(name));
    if (storage === 'children') return [];
    const value = values[name] ?? valueFor(storage, name);
    if (storage === 'links')
      return [{ name, field, storage, keeping: KEEPINGS.links, value, indexed: false, links: linksFor(table, value) }];
    return [
      {
        name,
        field,
        storage,
        keeping: KEEPINGS[storage],
        value,
        ...(storage === 'text' && { key: keyFor({ storage, value }) }),
        ...(field.unique && { unique: uniqueFor({ storage, value }) }),
        indexed: indexed.has(name) || field.kind.name === 'reference',
        ...(['choice', 'reference'].includes(field.kind.name) && { exact: true }),
        ...(resource.list.missingLast?.includes(name) && { missingLast: true }),
      },
    ];
  });
}

/** In a table that is there, each field has one column at most, as its kind keeps it; when a record was made is a moment. */
const placedColumns = ({ fields }: AnyResource, table: TableConfig<string>): Column[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const value = columnIn(table, name);
    const storage = name === 'createdAt' ? 'moment' : field.kind.storage;
    const { [name]: ids } = table.ids ?? {};
    const { [name]: sorted } = table.keys ?? {};
    const told = { ...(ids && { ids }), ...(sorted && { sorted }) };
    const column = { name, field, storage, keeping: KEEPINGS[storage], indexed: false, ...told };
    return value === null ? [] : { ...column, value };
  });

/** The condition on the rows of a table that is there which are a resource's records. */
const onlyIn = ({ where = {} }: TableConfig<string>): Fact[] =>
  Object.entries(where).map(([column, held]): Fact => {
    if (held === null) return { column, test: 'is null' };
    return typeof held === 'string' ? fixed(column, held) : { ...fixed(column, held.not), test: '<>' };
  });

/** The moments that the server sets stand in every table; who it was is an account, named only in what is given. */
function systemColumn(name: string, field: Field, indexed: boolean): Column[] {
  const value = { createdAt: 'created_at', changedAt: 'changed_at' }[name];
  const { storage } = field.kind;
  return value ? [{ name, field, storage, keeping: KEEPINGS[storage], value, indexed, system: true }] : [];
}

/** An index's name, short enough for both databases. */
export function indexName(table: string, column: string): string {
  const name = `${table}_${column}`;
  return name.length <= 60
    ? name
    : `${name.slice(0, 40)}_${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}

/** What the database cannot keep of a config that is otherwise sound. */
function faultsOf(resource: AnyResource): string[] {
  const fault = (key: string, found: string, expected: string) =>
    `src/resources/${resource.name}.ts: ${key}: found "${found}", expected ${expected}.`;
  const faults: string[] = [];
  const seen = new Map<string, string>();
  if (resource.softDelete && resource.name.length > MOST_BINNED)
    faults.push(fault('softDelete', resource.name, `a name of at most ${MOST_BINNED} characters`));
  if (resource.name.length > MOST_NAME) faults.push(fault('name', resource.name, `at most ${MOST_NAME} characters`));
  for (const name of Object.keys(resource.fields)) {
    const key = `fields.${name}`;
    const other = seen.get(name.toLowerCase());
    if (!/^[a-z]\w*$/i.test(name) || name.length > MOST_NAME)
      faults.push(fault(key, name, `letters, digits and _ only, ${MOST_NAME} at most`));
    const isSystem = isSystemField(name, resource.fields[name]);
    if (isSystem && name.endsWith('By') && sortedOrFiltered(resource).has(name))
      faults.push(fault('list', name, 'a field that can be sorted and filtered by, such as createdAt'));
    if (name === 'createdAt' && !isSystem && !resource.table)
      faults.push(fault(key, name, 'another name: every record of a collection has it already'));
    if (other) faults.push(fault(key, name, `a name that differs from ${other} in more than its case`));
    seen.set(name.toLowerCase(), name);
  }
  for (const [role, { own }] of Object.entries(resource.roles)) {
    const storage = own && resource.fields[own]?.kind.storage;
    if (storage && storage !== 'text') faults.push(fault(`roles.${role}.own`, own, 'a field that is kept as text'));
  }
  return faults;
}

/** The collections among the resources. Throws a ConfigError for what the database could not keep. */
export function planCollections(resources: readonly AnyResource[], places: Places = {}): Collection[] {
  const own = resources.filter(isKept);
  const faults = own.flatMap(faultsOf);
  const names = own.map(({ name }) => name.toLowerCase());
  for (const { name } of own.filter((_, index) => names.indexOf(names[index] ?? '') !== index))
    faults.push(`src/resources/${name}.ts: name: found "${name}", expected a name that differs in more than its case.`);
  if (faults.length > 0) throw new ConfigError(faults);
  const planned = own.map((resource): Collection => {
    const { name, table } = resource;
    if (table) {
      const columns = placedColumns(resource, table);
      return { resource, table: table.name, placed: true, only: onlyIn(table), columns, rows: {} };
    }
    const { table: own = tableFor(name), values: _, ...unseen } = places[name] ?? {};
    return { resource, table: own, columns: columnsOf(resource, places), rows: {}, ...unseen };
  });
  return planned.map((one) => {
    const columns = withLookups(one, planned, resources);
    const bin = one.resource.softDelete ? { bin: binOf({ ...one, columns }, planned, places) } : {};
    return { ...one, columns, rows: compileRows(one, planned), ...bin };
  });
}

/** The table of a collection's bin. */
export const binTable = (table: string): string => `${table.replace(/^c_/, 'b_')}__bin`;

/** The bin of a collection: its records under the same rules, by when they were deleted; no value is taken by them. */
function binOf(
  { resource, table: of, columns: live, unseen = {}, unseenLinks = [] }: Collection,
  planned: readonly Collection[],
  places: Places,
): Collection {
  const table = binTable(of);
  const sortable = [...(resource.list.sortable ?? []), 'changedAt'];
  const list = { ...resource.list, sortable, sort: { field: 'changedAt', order: 'DESC' } } as const;
  const { reports: _, ...unreported } = resource;
  const own: AnyResource = { ...unreported, list };
  const values = places[resource.name]?.values ?? {};
  const columns = columnsOf(own, { ...places, [resource.name]: { table, values } }).map(({ unique: _, ...column }) => {
    const seen = live.find(({ name }) => name === column.name)?.seen;
    return { ...column, ...(seen && { seen }) };
  });
  const bin: Collection = { resource: own, table, columns, rows: {}, unseen, unseenLinks };
  const others = planned.filter((one) => one.resource !== resource);
  return { ...bin, rows: compileRows(bin, [bin, ...others]) };
}

/** Collections, and the bins of those that have one: all that have tables. */
export const withBins = (collections: readonly Collection[]): Collection[] =>
  collections.flatMap((one) => (one.bin ? [one, one.bin] : [one]));

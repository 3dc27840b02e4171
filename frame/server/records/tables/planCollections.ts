import { ConfigError } from '../../../config/configError.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { isSystemField } from '../../../config/systemFields.ts';
import { columnIn, isKept, type TableConfig } from '../../../config/table.ts';
import type { Field } from '../../../fields/kind.ts';
import { type Fact, fixed } from '../../db/facts.ts';
import { compileRows } from '../access/rowRules.ts';
import { withLookups } from '../derived/lookupColumns.ts';
import {
  binTable,
  type Collection,
  type Column,
  keyFor,
  linksFor,
  tableFor,
  uniqueFor,
  valueFor,
} from '../schema/collection.ts';
import { ruledBy, sortedOrFiltered } from '../schema/filterableFields.ts';
import { KEEPINGS } from '../schema/storageCodecs.ts';

/** PostgreSQL cuts longer names silently. */
const MOST_NAME = 50;
/** With a bin, whose tables are called after it. */
const MOST_BINNED = 40;

/**
 * Where the records of a resource stand, by its name: its table, and the column of each field. Both are named once, by
 * what they were called first, and stay when the resource or the field gets another name (frame/server/schemaSync).
 */
export type Places = Readonly<
  Record<string, Pick<Collection, 'table' | 'unseen' | 'unseenLinks'> & { values: Readonly<Record<string, string>> }>
>;

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
    const extra = { ...(ids && { ids }), ...(sorted && { sorted }) };
    const column = { name, field, storage, keeping: KEEPINGS[storage], indexed: false, ...extra };
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

/** What the database cannot keep of a config that is otherwise sound. */
function errorsOf(resource: AnyResource): string[] {
  const errorAt = (key: string, found: string, expected: string) =>
    `src/resources/${resource.name}.ts: ${key}: found "${found}", expected ${expected}.`;
  const errors: string[] = [];
  const seen = new Map<string, string>();
  if (resource.softDelete && resource.name.length > MOST_BINNED)
    errors.push(errorAt('softDelete', resource.name, `a name of at most ${MOST_BINNED} characters`));
  if (resource.name.length > MOST_NAME) errors.push(errorAt('name', resource.name, `at most ${MOST_NAME} characters`));
  for (const name of Object.keys(resource.fields)) {
    const key = `fields.${name}`;
    const other = seen.get(name.toLowerCase());
    if (!/^[a-z]\w*$/i.test(name) || name.length > MOST_NAME)
      errors.push(errorAt(key, name, `letters, digits and _ only, ${MOST_NAME} at most`));
    const isSystem = isSystemField(name, resource.fields[name]);
    if (isSystem && name.endsWith('By') && sortedOrFiltered(resource).has(name))
      errors.push(errorAt('list', name, 'a field that can be sorted and filtered by, such as createdAt'));
    if (name === 'createdAt' && !isSystem && !resource.table)
      errors.push(errorAt(key, name, 'another name: every record of a collection has it already'));
    if (other) errors.push(errorAt(key, name, `a name that differs from ${other} in more than its case`));
    seen.set(name.toLowerCase(), name);
  }
  return errors;
}

/** The collections among the resources. Throws a ConfigError for what the database could not keep. */
export function planCollections(resources: readonly AnyResource[], places: Places = {}): Collection[] {
  const own = resources.filter(isKept);
  const errors = own.flatMap(errorsOf);
  const names = own.map(({ name }) => name.toLowerCase());
  for (const { name } of own.filter((_, index) => names.indexOf(names[index] ?? '') !== index))
    errors.push(`src/resources/${name}.ts: name: found "${name}", expected a name that differs in more than its case.`);
  if (errors.length > 0) throw new ConfigError(errors);
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

import { type SqlBool, sql } from 'kysely';
import { ConfigError } from '../../../config/configError.ts';
import { listRules } from '../../../config/recordRules.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { getRuledFields } from '../../../config/rowRules.ts';
import { isSystemField } from '../../../config/systemFields.ts';
import { getColumnName, isServerManaged, type TableConfig } from '../../../config/tableConfig.ts';
import { isChoice, isReference } from '../../../fields/fieldTypes.ts';
import type { Field } from '../../../fields/kind.ts';
import { parseWhere } from '../../../where/parseWhere.ts';
import type { ServerParts } from '../../parts.ts';
import { compileRowRules, planAllRuleKeys } from '../access/rowRules.ts';
import { addLookups } from '../derived/lookupColumns.ts';
import {
  type Collection,
  type CollectionRule,
  type Column,
  getIndexName,
  getKeyColumn,
  getLinkTable,
  getTableName,
  getTrashTable,
  getUniqueColumn,
  getValueColumn,
  type ListCondition,
} from '../schema/collection.ts';
import { getSortedOrFilteredFields } from '../schema/filterableFields.ts';
import { STORAGE_CODECS, wireTimingsCodec } from '../schema/storageCodecs.ts';

/** PostgreSQL cuts longer names silently. */
const MAX_NAME_LENGTH = 50;
/** Names of trash are longer. */
const MAX_TRASHED_NAME_LENGTH = 40;

/** True if deleted records go to the trash. A plug-in adds the key and what restores them. */
const hasTrash = (resource: AnyResource) => 'softDelete' in resource && Boolean(resource.softDelete);

/** Tables and columns by resource and field. They keep their names when a resource or field is renamed (schemaSync). */
export type StoredNames = Readonly<
  Record<
    string,
    Pick<Collection, 'table' | 'orphanedColumns' | 'orphanedLinks'> & { values: Readonly<Record<string, string>> }
  >
>;

function planColumns(resource: AnyResource, places: StoredNames): Column[] {
  const { table, values } = places[resource.name] ?? { table: getTableName(resource.name), values: {} };
  const compared = new Set(listRules(resource).flatMap(({ by }) => by));
  const indexed = new Set([
    ...getSortedOrFilteredFields(resource),
    ...getRuledFields(resource),
    resource.list.period?.start,
  ]);
  return Object.entries(resource.fields).flatMap(([name, field]): Column[] => {
    const { storage } = field.kind;
    if (isSystemField(name, field)) return planSystemColumn(name, field, indexed.has(name));
    if (storage === 'children') return [];
    const value = values[name] ?? getValueColumn(storage, name);
    const column = { name, field, storage, codec: STORAGE_CODECS[storage], valueColumn: value };
    const exact = isChoice(field) || isReference(field);
    const isComparedText = compared.has(name) && storage === 'text' && !exact;
    if (storage === 'links') return [{ ...column, indexed: false, linkTable: getLinkTable(table, value) }];
    return [
      {
        ...column,
        ...(storage === 'text' && { keyColumn: getKeyColumn({ storage, value }) }),
        ...((field.unique || isComparedText) && { uniqueColumn: getUniqueColumn({ storage, value }) }),
        indexed: indexed.has(name) || isReference(field),
        ...(exact && { exact }),
        ...(resource.list.nullsLast?.includes(name) && { missingLast: true }),
      },
    ];
  });
}

/** Plans the rules of a collection. Texts are compared by their unique keys. */
const planRules = (resource: AnyResource, table: string, columns: readonly Column[]): CollectionRule[] =>
  listRules(resource).map(({ key, by: names, period: times }) => {
    const columnOf = (name: string) => columns.find((one) => one.name === name) as Column;
    const toColumn = (name: string) => columnOf(name).valueColumn;
    const by = names.map((name) => {
      const { exact, uniqueColumn } = columnOf(name);
      return exact ? toColumn(name) : (uniqueColumn ?? toColumn(name));
    });
    const period = times && {
      from: toColumn(times.from),
      to: toColumn(times.to),
      days: columnOf(times.from).storage !== 'moment',
    };
    const name = getIndexName(table, ['rule', ...by, ...(period ? [period.from, period.to] : [])].join('_'));
    return { key, name, by, fields: times ? [times.from, times.to] : names, ...(period && { period }) };
  });

/** Plans the columns of an existing table: one per field at most. */
const planExistingColumns = ({ fields }: AnyResource, table: TableConfig<string>): Column[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const value = getColumnName(table, name);
    const storage = name === 'createdAt' ? 'moment' : field.kind.storage;
    const { [name]: ids } = table.idColumns ?? {};
    const { [name]: sorted } = table.sortKeyColumns ?? {};
    const extra = {
      ...(ids && { idColumn: ids }),
      ...(sorted && { sortColumn: sorted }),
      ...(isChoice(field) && { literals: field.choices }),
      ...(table.emptyTexts?.includes(name) && { emptyValue: '' as const }),
    };
    const codec = field.kind.input === 'timings' ? wireTimingsCodec : STORAGE_CODECS[storage];
    const column = { name, field, storage, codec, indexed: false, ...extra };
    return value === null ? [] : { ...column, valueColumn: value };
  });

/** Compiles the conditions that select the rows of an existing table, with literals for partial indexes. */
const toTableFilter = ({ where = {} }: TableConfig<string>, columns: readonly Column[]): ListCondition[] =>
  Object.entries(where).map(([name, expected]) => {
    const operand = typeof expected === 'string' ? sql`= ${sql.lit(expected)}` : sql`<> ${sql.lit(expected?.not)}`;
    const expression = sql<SqlBool>`${sql.ref(name)} ${expected === null ? sql`is null` : operand}`;
    const field = columns.find(({ valueColumn }) => valueColumn === name)?.name ?? name;
    return { expression, condition: parseWhere({ [field]: expected }) };
  });

/** Plans the column of a time set by the server. Authors have no column: records only show their names. */
function planSystemColumn(name: string, field: Field, indexed: boolean): Column[] {
  const value = { createdAt: 'created_at', changedAt: 'changed_at' }[name];
  const { storage } = field.kind;
  return value
    ? [{ name, field, storage, codec: STORAGE_CODECS[storage], valueColumn: value, indexed, system: true }]
    : [];
}

/** Finds names that the database cannot use. */
function findNameErrors(resource: AnyResource): string[] {
  const errorAt = (key: string, found: string, expected: string) =>
    `src/resources/${resource.name}.ts: ${key}: found "${found}", expected ${expected}.`;
  const errors: string[] = [];
  const seen = new Map<string, string>();
  if (hasTrash(resource) && resource.name.length > MAX_TRASHED_NAME_LENGTH)
    errors.push(errorAt('softDelete', resource.name, `a name of at most ${MAX_TRASHED_NAME_LENGTH} characters`));
  if (resource.name.length > MAX_NAME_LENGTH)
    errors.push(errorAt('name', resource.name, `at most ${MAX_NAME_LENGTH} characters`));
  for (const name of Object.keys(resource.fields)) {
    const key = `fields.${name}`;
    const other = seen.get(name.toLowerCase());
    if (!/^[a-z]\w*$/i.test(name) || name.length > MAX_NAME_LENGTH)
      errors.push(errorAt(key, name, `letters, digits and _ only, ${MAX_NAME_LENGTH} at most`));
    const isSystem = isSystemField(name, resource.fields[name]);
    if (isSystem && name.endsWith('By') && getSortedOrFilteredFields(resource).has(name))
      errors.push(errorAt('list', name, 'a field that can be sorted and filtered by, such as createdAt'));
    if (name === 'createdAt' && !isSystem && !resource.table)
      errors.push(errorAt(key, name, 'another name: every record of a collection has it already'));
    if (other) errors.push(errorAt(key, name, `a name that differs from ${other} in more than its case`));
    seen.set(name.toLowerCase(), name);
  }
  return errors;
}

/** Plans the collections of these resources. Throws a ConfigError for names and paths that the database cannot use. */
export function planCollections(
  resources: readonly AnyResource[],
  places: StoredNames = {},
  timeZone = 'UTC',
  tableHints: ServerParts['tableHints'] = {},
): Collection[] {
  const own = resources.filter(isServerManaged);
  const errors = own.flatMap(findNameErrors);
  const names = own.map(({ name }) => name.toLowerCase());
  for (const { name } of own.filter((_, index) => names.indexOf(names[index] ?? '') !== index))
    errors.push(`src/resources/${name}.ts: name: found "${name}", expected a name that differs in more than its case.`);
  if (errors.length > 0) throw new ConfigError(errors);
  const planned = own.map((resource): Collection => {
    const { name, table } = resource;
    if (table) {
      const columns = planExistingColumns(resource, table);
      return {
        resource,
        table: table.name,
        existingTable: true,
        ...(tableHints[table.name] && { hints: tableHints[table.name] }),
        tableFilter: toTableFilter(table, columns),
        columns,
        ...{ timeZone, rowRules: {} },
      };
    }
    const { table: own = getTableName(name), values: _, ...orphaned } = places[name] ?? {};
    const columns = planColumns(resource, places);
    const rules = planRules(resource, own, columns);
    return { resource, table: own, columns, timeZone, rowRules: {}, ...(rules.length > 0 && { rules }), ...orphaned };
  });
  return planned.map((one) => {
    const whole = { ...one, columns: addLookups(one, planned, resources) };
    const trash = hasTrash(one.resource) ? { trash: planTrash(whole, planned, places) } : {};
    return { ...whole, rowRules: compileRowRules(whole, planned), ruleKeys: planAllRuleKeys(whole, planned), ...trash };
  });
}

/** Plans the trash: the same rules, sorted by time of deletion, without unique values. */
function planTrash(
  { resource, table: of, columns: live, timeZone, orphanedColumns = {}, orphanedLinks = [] }: Collection,
  planned: readonly Collection[],
  places: StoredNames,
): Collection {
  const table = getTrashTable(of);
  const sortable = [...(resource.list.sortable ?? []), 'changedAt'];
  const list = { ...resource.list, sortable, sort: { field: 'changedAt', order: 'DESC' } } as const;
  const own: AnyResource = { ...resource, list };
  const values = places[resource.name]?.values ?? {};
  const columns = planColumns(own, { ...places, [resource.name]: { table, values } }).map(
    ({ uniqueColumn: _, ...column }) => {
      const { valueRules, lookupResources } = live.find(({ name }) => name === column.name) ?? {};
      return { ...column, ...(valueRules && { valueRules }), ...(lookupResources && { lookupResources }) };
    },
  );
  const trash: Collection = {
    resource: own,
    table,
    columns,
    timeZone,
    rowRules: {},
    orphanedColumns,
    orphanedLinks,
  };
  const others = planned.filter((one) => one.resource !== resource);
  return { ...trash, rowRules: compileRowRules(trash, [trash, ...others]) };
}

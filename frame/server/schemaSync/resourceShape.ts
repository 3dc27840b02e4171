import { listEarlierNames } from '../../config/checks/checkChanges.ts';
import type { AnyResource } from '../../config/resource.ts';
import { isSystemField } from '../../config/systemFields.ts';
import type { Field, Storage } from '../../fields/kind.ts';
import { getKeyColumn, getTableName, getValueColumn } from '../records/schema/collection.ts';
import { STORAGE_CODECS } from '../records/schema/storageCodecs.ts';
import type { StoredNames } from '../records/tables/planCollections.ts';

export interface FieldShape {
  name: string;
  kind: string;
  storage: Storage;
  /** Column of its values. It identifies the field across renames. */
  value: string;
  required?: true;
  unique?: true;
  computed?: true;
  /** Options of its kind that limit values. */
  rule: Readonly<Record<string, unknown>>;
  renamedFrom?: readonly string[];
  /** For converted fields: source of the values, and the column with the result of the conversion. */
  from?: { kind: string; storage: Storage; value: string };
  was?: string;
  /** The plug-in that adds it to a resource of another part. */
  plugin?: string;
  /** No config has it any more. */
  dropped?: true;
  /** Dropped because a conversion moved its values to another column. */
  superseded?: true;
  /** Result of a conversion that was undone. */
  undone?: true;
}

/** A rule by the columns that it compares. */
export interface RuleShape {
  kind: 'unique' | 'noOverlap';
  columns: readonly string[];
}

export interface ResourceShape {
  name: string;
  table: string;
  renamedFrom?: readonly string[];
  /** The plug-in that has it. */
  plugin?: string;
  dropped?: true;
  fields: readonly FieldShape[];
  rules?: readonly RuleShape[];
}
export type StoredShape = readonly ResourceShape[];

/** Options that do not limit values. */
const IGNORED_OPTIONS =
  'values chip message text extraOptions secondary when noOptionsText onDelete camera seconds'.split(' ');

/** Returns the options of a field that limit its values, for comparison. */
export function getFieldRule(field: Field): Record<string, unknown> {
  const options: Readonly<Record<string, unknown>> = { ...field };
  const names = (field.kind.options ?? []).filter(
    (name) => !IGNORED_OPTIONS.includes(name) && options[name] !== undefined && !(name === 'choices' && options.open),
  );
  const values = names.map((name) => [
    name,
    typeof options[name] === 'function' ? String(options[name]) : options[name],
  ]);
  return Object.fromEntries(values);
}

/** Returns the fields with stored values, without system fields and children. */
export const getStoredFields = ({ fields }: AnyResource): [string, Field][] =>
  Object.entries(fields).filter(([name, field]) => !isSystemField(name, field) && field.kind.storage !== 'children');

export function createFieldShape(
  name: string,
  field: Field,
  value = getValueColumn(field.kind.storage, name),
): FieldShape {
  const { kind, required, when, unique, compute, rollup, lookup, renamedFrom } = field;
  const earlier = listEarlierNames(renamedFrom);
  return {
    ...{ name, kind: kind.name, storage: kind.storage, value, rule: getFieldRule(field) },
    ...(required && !when && { required }),
    ...(unique && { unique: true }),
    ...((compute || rollup || lookup) && { computed: true }),
    ...(earlier.length > 0 && { renamedFrom: earlier }),
  };
}

export const getLiveFields = ({ fields }: Pick<ResourceShape, 'fields'>): FieldShape[] =>
  fields.filter(({ dropped }) => !dropped);
export const getLiveResources = (shape: StoredShape): ResourceShape[] => shape.filter(({ dropped }) => !dropped);

export const findLiveField = (shape: StoredShape, table: string, name: string): FieldShape | undefined =>
  getLiveFields(shape.find((resource) => resource.table === table) ?? { fields: [] }).find(
    (field) => field.name === name,
  );

/**
 * Returns the columns that are kept although no field of the config uses them, with their types. These are columns of
 * dropped fields and, for undo, the results of conversions (`was`).
 */
export function getOrphanedColumns({ fields }: Pick<ResourceShape, 'fields'>): Record<string, string> {
  const types: Record<string, string> = {};
  for (const field of fields) {
    const { columnType } = STORAGE_CODECS[field.storage];
    if (field.dropped && field.storage !== 'links') types[field.value] = columnType;
    if (field.dropped && field.storage === 'text') types[getKeyColumn(field)] = 'text';
    if (field.was) types[field.was] = columnType;
  }
  return types;
}

export const getColumnNames = (resource: ResourceShape): Record<string, string> =>
  Object.fromEntries(getLiveFields(resource).map(({ name, value }) => [name, value]));

export const getRecordPlaces = (shape: StoredShape): StoredNames =>
  Object.fromEntries(
    getLiveResources(shape).map((resource) => {
      const { name, table, fields } = resource;
      const links = fields.filter(({ dropped, storage }) => dropped && storage === 'links');
      const orphans = { orphanedColumns: getOrphanedColumns(resource), orphanedLinks: links.map(({ value }) => value) };
      return [name, { table, values: getColumnNames(resource), ...orphans }];
    }),
  );

/** Returns a free name. Case is ignored, because neither database may distinguish names by it. */
export function findFreeName(preferred: string, taken: Iterable<string>): string {
  const names = new Set([...taken].map((name) => name.toLowerCase()));
  for (let count = 1; ; count++) {
    const name = count === 1 ? preferred : `${preferred}_${count}`;
    if (!names.has(name.toLowerCase())) return name;
  }
}

export function findFreeTable(name: string, shape: StoredShape): string {
  const tables = shape.map(({ table }) => table);
  return findFreeName(getTableName(name), tables);
}
export function findFreeColumn(storage: Storage, name: string, fields: readonly FieldShape[]): string {
  // Derived columns share the stem, so stems must differ too.
  const stems = fields.map((one) => one.value.slice(one.storage.length + 1));
  return getValueColumn(storage, findFreeName(name, stems));
}

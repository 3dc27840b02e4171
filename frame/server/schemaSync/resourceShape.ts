import { listEarlierNames } from '../../config/checkChanges.ts';
import type { AnyResource } from '../../config/resource.ts';
import { isSystemField } from '../../config/systemFields.ts';
import type { Field, Storage } from '../../fields/kind.ts';
import { getKeyColumn, getTableName, getValueColumn } from '../records/schema/collection.ts';
import { STORAGE_CODECS } from '../records/schema/storageCodecs.ts';
import type { StoredNames } from '../records/tables/planCollections.ts';

/** The stored shape of a field. */
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
  /** No config has it any more. */
  dropped?: true;
  /** Dropped because a conversion moved its values to another column. */
  superseded?: true;
  /** Superseded by a conversion that was undone. */
  undone?: true;
}

/** The stored shape of a resource. */
export interface ResourceShape {
  name: string;
  table: string;
  renamedFrom?: readonly string[];
  dropped?: true;
  fields: readonly FieldShape[];
}
export type StoredShape = readonly ResourceShape[];

/** Options that do not limit values. */
const IGNORED_OPTIONS = [
  'values',
  'chip',
  'message',
  'text',
  'also',
  'under',
  'when',
  'none',
  'onDelete',
  'camera',
  'seconds',
];

/** Returns the options of a field that limit its values, for comparison. */
export function getFieldRule(field: Field): Record<string, unknown> {
  const options = field as unknown as Record<string, unknown>;
  const names = (field.kind.options ?? []).filter(
    (name) => !IGNORED_OPTIONS.includes(name) && options[name] !== undefined,
  );
  return Object.fromEntries(
    names
      .filter((name) => !(name === 'choices' && options.open))
      .map((name) => [name, typeof options[name] === 'function' ? String(options[name]) : options[name]]),
  );
}

/** Returns the fields with stored values, without system fields and children. */
export const getStoredFields = ({ fields }: AnyResource): [string, Field][] =>
  Object.entries(fields).filter(([name, field]) => !isSystemField(name, field) && field.kind.storage !== 'children');

export function createFieldShape(
  name: string,
  field: Field,
  value = getValueColumn(field.kind.storage, name),
): FieldShape {
  const { kind, required, unique, compute, rollup, lookup, renamedFrom } = field;
  const earlier = listEarlierNames(renamedFrom);
  return {
    ...{ name, kind: kind.name, storage: kind.storage, value, rule: getFieldRule(field) },
    ...(required && { required }),
    ...(unique && { unique: true }),
    ...((compute || rollup || lookup) && { computed: true }),
    ...(earlier.length > 0 && { renamedFrom: earlier }),
  };
}

export const getLiveFields = ({ fields }: Pick<ResourceShape, 'fields'>): FieldShape[] =>
  fields.filter(({ dropped }) => !dropped);
export const getLiveResources = (shape: StoredShape): ResourceShape[] => shape.filter(({ dropped }) => !dropped);

/** Returns dropped and undo columns with their types. */
export function getOrphanedColumns({ fields }: Pick<ResourceShape, 'fields'>): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((one) => {
      const { storage, value, was, dropped } = one;
      const { columnType } = STORAGE_CODECS[storage];
      const gone =
        dropped && storage !== 'links'
          ? [[value, columnType], ...(storage === 'text' ? [[getKeyColumn(one), 'text']] : [])]
          : [];
      return [...gone, ...(was ? [[was, columnType]] : [])];
    }),
  );
}

/** Returns the tables and columns of these resources. */
export const getRecordPlaces = (shape: StoredShape): StoredNames =>
  Object.fromEntries(
    getLiveResources(shape).map((one) => [
      one.name,
      {
        table: one.table,
        values: Object.fromEntries(getLiveFields(one).map(({ name, value }) => [name, value])),
        orphanedColumns: getOrphanedColumns(one),
        orphanedLinks: one.fields
          .filter(({ dropped, storage }) => dropped && storage === 'links')
          .map(({ value }) => value),
      },
    ]),
  );

/** Returns a free name. Case is ignored, because neither database may distinguish names by it. */
export function findFreeName(preferred: string, taken: Iterable<string>): string {
  const all = new Set([...taken].map((one) => one.toLowerCase()));
  for (let count = 1; ; count++) {
    const name = count === 1 ? preferred : `${preferred}_${count}`;
    if (!all.has(name.toLowerCase())) return name;
  }
}

export const findFreeTable = (name: string, shape: StoredShape): string =>
  findFreeName(
    getTableName(name),
    shape.map(({ table }) => table),
  );
export function findFreeColumn(storage: Storage, name: string, fields: readonly FieldShape[]): string {
  // Derived columns share the stem, so stems must differ too.
  const stems = fields.map((one) => one.value.slice(one.storage.length + 1));
  return getValueColumn(storage, findFreeName(name, stems));
}

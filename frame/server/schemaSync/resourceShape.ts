import { listEarlierNames } from '../../config/checkChanges.ts';
import type { AnyResource } from '../../config/resource.ts';
import { isSystemField } from '../../config/systemFields.ts';
import type { Field, Storage } from '../../fields/kind.ts';
import { getKeyColumn, getTableName, getValueColumn } from '../records/schema/collection.ts';
import { STORAGE_CODECS } from '../records/schema/storageCodecs.ts';
import type { StoredNames } from '../records/tables/planCollections.ts';

/** A field as its values stand in the database. */
export interface FieldShape {
  name: string;
  kind: string;
  storage: Storage;
  /** The column of its values, which is what makes it the same field under another name. */
  value: string;
  required?: true;
  unique?: true;
  /** Its values are computed from others. */
  computed?: true;
  /** What its kind asks of values, by option. */
  rule: Readonly<Record<string, unknown>>;
  /** The names it had before. */
  renamedFrom?: readonly string[];
  /** Converted: the column that its values came from, and the one that remembers what they became then. */
  from?: { kind: string; storage: Storage; value: string };
  was?: string;
  /** In no config any more. */
  dropped?: true;
  /** Dropped because another column has its values now, in another way. */
  superseded?: true;
  /** So by a conversion that was taken back. */
  undone?: true;
}

/** A resource as its records stand in the database. */
export interface ResourceShape {
  name: string;
  table: string;
  renamedFrom?: readonly string[];
  dropped?: true;
  fields: readonly FieldShape[];
}
export type StoredShape = readonly ResourceShape[];

/** Options of kinds that say how a value looks, or what happens to it later, but not which it may be. */
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

/** What a field's kind asks of its values, as it can be kept and compared. */
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

/** The fields of a config that have values of their own in the database; rows of children are records of another one. */
export const getStoredFields = ({ fields }: AnyResource): [string, Field][] =>
  Object.entries(fields).filter(([name, field]) => !isSystemField(name, field) && field.kind.storage !== 'children');

/** A field of a config, at a column. */
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

/** The columns of a table that no config knows, and their types: of fields that are gone, and those that undo goes by. */
export function getOrphanedColumns({ fields }: Pick<ResourceShape, 'fields'>): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((one) => {
      const { storage, value, was, dropped } = one;
      const { columnType: column } = STORAGE_CODECS[storage];
      const gone =
        dropped && storage !== 'links'
          ? [[value, column], ...(storage === 'text' ? [[getKeyColumn(one), 'text']] : [])]
          : [];
      return [...gone, ...(was ? [[was, column]] : [])];
    }),
  );
}

/** Where the records of these configs stand. */
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

/** The first of a name's spellings that nothing has yet; neither database is to tell two apart by their case. */
export function findFreeName(preferred: string, taken: Iterable<string>): string {
  const all = new Set([...taken].map((one) => one.toLowerCase()));
  for (let count = 1; ; count++) {
    const name = count === 1 ? preferred : `${preferred}_${count}`;
    if (!all.has(name.toLowerCase())) return name;
  }
}

/** A free table for a resource, and a free column for a field of one. */
export const findFreeTable = (name: string, shape: StoredShape): string =>
  findFreeName(
    getTableName(name),
    shape.map(({ table }) => table),
  );
export function findFreeColumn(storage: Storage, name: string, fields: readonly FieldShape[]): string {
  // What stands beside it, its key and the like, is called by the same stem: no two columns share one.
  const stems = fields.map((one) => one.value.slice(one.storage.length + 1));
  return getValueColumn(storage, findFreeName(name, stems));
}

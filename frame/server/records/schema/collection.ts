import { createHash } from 'node:crypto';
import type { Compilable, Expression, RawBuilder, SqlBool } from 'kysely';
import type { RecordRule } from '../../../config/recordRules.ts';
import type { AnyResource } from '../../../config/resource.ts';
import type { Field, Storage } from '../../../fields/kind.ts';
import type { Condition } from '../../../where/where.ts';
import type { PerRole, Role } from '../../../wire/roles.ts';
import type { Db } from '../../db/databaseSchema.ts';
import type { Services } from '../../services.ts';
import type { StorageCodec } from './storageCodecs.ts';

/** A table on the path of a lookup, and the column by which the previous one refers to it. */
export interface LookupTable {
  table: string;
  key: string;
  /** The column that refers to the next table; in the last table the value's column. */
  nextColumn: string;
  /** Rows may be inserted or deleted while other rows refer to them. */
  rowsMayReappear: boolean;
}

/** The source of a lookup column. */
export interface LookupSource {
  /** The reference at the start of the path. */
  fromColumn: string;
  tables: readonly LookupTable[];
  /** Returns the SQL of a text's search key in the last table, by the table's alias. */
  key?: (alias: string) => string;
  /** The columns of the record whose values stand if the path leads nowhere. */
  fallback?: Pick<Column, 'valueColumn' | 'keyColumn'>;
  /** Writes to the tables of the path leave the value as it is (`refreshLookups`). */
  deferred?: boolean;
  /** The key column in the last table, if that has a search index. Searches then use it instead of the copy. */
  searchedColumn?: string;
}

/** Compiles a row rule for an account id or a column that holds one. */
export type CompiledRule = (me: RawBuilder<unknown>) => RawBuilder<SqlBool>;
/** The rule of each role that does not see every record. */
export type CompiledRules = PerRole<CompiledRule>;

/** The columns of a field in its collection's table. */
export interface Column {
  /** The name of the field. */
  name: string;
  field: Field;
  storage: Storage;
  codec: StorageCodec;
  /** Holds the value. The storage is part of its name, so a field of another kind gets a new column. */
  valueColumn: string;
  /** Holds the search key of a text, without case and accents. */
  keyColumn?: string;
  /** Holds the unique key of a unique field, and of a text in a rule. */
  uniqueColumn?: string;
  /** Stored for a missing value. Default: null. */
  emptyValue?: '';
  /** Missing values sort last. */
  missingLast?: true;
  indexed: boolean;
  /** Holds the id of the referenced record, if the reference stores another value. Row rules use it. */
  idColumn?: string;
  /** The sort column of a text in an existing table. */
  sortColumn?: string;
  /** Values that conditions write into the SQL, because a partial index only serves queries that repeat its literals. */
  literals?: readonly unknown[];
  /** Compared with case: a choice or reference. */
  exact?: true;
  /** Holds the values of a field with many references. `valueColumn` is then virtual (see linkRows.ts). */
  linkTable?: string;
  lookup?: LookupSource;
  /** Names of the resources on the path of a lookup. */
  lookupResources?: readonly string[];
  /** For roles that do not see every source record of a lookup: the records whose value they see. */
  valueRules?: CompiledRules;
  /** Roles whose row rule says the same as their value rule: they see the value in each record that they see. */
  ruledRoles?: readonly Role[];
  /** Set by the server; every table has the column. */
  system?: true;
}

/** The records of which one must be named by a reference, so that a row rule holds (access/ruleKeys.ts). */
export interface ReferenceKeys {
  /** The reference. */
  field: string;
  /** Selects their ids as `key`. */
  query: RawBuilder<SqlBool>;
  /** The ids as they were read before the list. */
  found?: readonly string[];
}

/** A compiled condition of a list. */
export interface ListCondition {
  expression: Expression<SqlBool>;
  /** The source, by which summary tables and indexes are chosen. A search has none. */
  condition?: Condition;
  /** The moment whose range this is. */
  ranged?: Column;
  /** The account that `me` in the source stands for. */
  me?: RawBuilder<unknown>;
  keys?: ReferenceKeys;
}

/** Faster ways to read and count long lists of a table that migrations created. */
export interface ListQueryHints {
  /** Returns the name of an index for conditions that all hold, and a sort column. */
  chooseIndex(conditions: readonly Condition[], order: string): string | undefined;
  /** Builds a query that counts from a summary table, if one covers these conditions. */
  countFromSummary(db: Db, conditions: readonly ListCondition[]): Compilable<{ total: number | null }> | undefined;
}

/** A rule that the database keeps: `by` and `period` name columns. */
export interface CollectionRule extends RecordRule {
  /** The name of its index, trigger or constraint. */
  name: string;
  /** The fields that a conflict is reported at. */
  fields: readonly string[];
  /** With `days`, `to` is the last day; else the first moment after the period. */
  period?: { from: string; to: string; days: boolean };
}

/** A resource whose records are in a table of this server. */
export interface Collection {
  resource: AnyResource;
  table: string;
  /** The config names the table and its stamps. It has no indexes of the frame. */
  existingTable?: true;
  /** Of an existing table. */
  hints?: ListQueryHints;
  /** Selects the records, if the table has other rows too. */
  tableFilter?: readonly ListCondition[];
  columns: readonly Column[];
  /** Business time zone, for `today` and days in rules. */
  timeZone: string;
  rowRules: CompiledRules;
  ruleKeys?: PerRole<(me: RawBuilder<unknown>) => ReferenceKeys>;
  /** Trash has none. */
  rules?: readonly CollectionRule[];
  /** Holds deleted records, with the same columns. */
  trash?: Collection;
  /** Columns of removed fields, with their types. They move to the trash and back with the record. */
  orphanedColumns?: Readonly<Record<string, string>>;
  /** Value columns of removed fields with link tables. */
  orphanedLinks?: readonly string[];
}

export const getTableName = (resource: string): string => `c_${resource}`;
export const getValueColumn = (storage: Storage, field: string): string => `${storage}_${field}`;
/** The name without the storage prefix, which the key and unique columns share. */
const getColumnStem = (storage: Storage, value: string): string => value.slice(storage.length + 1);
export const getUniqueColumn = ({ storage, value }: { storage: Storage; value: string }): string =>
  `unique_${getColumnStem(storage, value)}`;
export const getKeyColumn = ({ storage, value }: { storage: Storage; value: string }): string =>
  `key_${getColumnStem(storage, value)}`;
/** Joins two names to one that is short enough for both databases, for an index, rule, trigger or link table. */
export function getIndexName(table: string, column: string): string {
  const name = `${table}_${column}`;
  return name.length <= 60
    ? name
    : `${name.slice(0, 40)}_${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}

export const getLinkTable = (table: string, value: string): string =>
  getIndexName(table.replace(/^c_/, 'l_'), getColumnStem('links', value));

export const getTrashTable = (table: string): string => `${table.replace(/^c_/, 'b_')}__bin`;

/** Lists collections together with their trash. */
export const includeTrash = (collections: readonly Collection[]): Collection[] =>
  collections.flatMap((one) => (one.trash ? [one, one.trash] : [one]));

const keys = new WeakMap<Collection, string>();
let keyCount = 0;

/** Returns a key for compiled queries. Collections of another config have other keys. */
export function getCollectionKey(collection: Collection): string {
  const key = keys.get(collection) ?? `${collection.table} ${keyCount++}`;
  keys.set(collection, key);
  return key;
}

/** The collection of the resource `N`. */
export type NamedCollection<N extends string> = Collection & { resource: { name: N } };

/** Finds a collection by name, for SQL on its `table`; undefined if the server has none. */
export const findCollection = <N extends string>({ collections }: Pick<Services, 'collections'>, name: N) =>
  collections.find(({ resource }) => resource.name === name) as NamedCollection<N> | undefined;

/** Finds a collection by name. Throws a TypeError if there is none. */
export function getCollection<N extends string>(services: Pick<Services, 'collections'>, name: N): NamedCollection<N> {
  const found = findCollection(services, name);
  if (!found) throw new TypeError(`No collection is called ${name}.`);
  return found;
}

/**
 * Returns the column of a field, for SQL on the collection's table. Throws a TypeError for an unknown field.
 * @example sql`select id from ${sql.table(rentals.table)} where ${sql.ref(getColumn(rentals, 'state'))} = 'overdue'`
 */
export function getColumn({ resource, columns }: Collection, field: string): string {
  const found = columns.find(({ name }) => name === field);
  if (!found) throw new TypeError(`${resource.name} has no field "${field}".`);
  return found.valueColumn;
}

/** Returns the table (`record_id`, `target_id`, `position`) of a field with many references. Throws a TypeError for others. */
export function getFieldLinkTable({ resource, columns }: Collection, field: string): string {
  const found = columns.find(({ name }) => name === field)?.linkTable;
  if (!found) throw new TypeError(`${resource.name} has no links "${field}".`);
  return found;
}

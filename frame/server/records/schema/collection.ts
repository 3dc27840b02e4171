import { createHash } from 'node:crypto';
import type { RawBuilder, SqlBool } from 'kysely';
import type { AnyResource } from '../../../config/resource.ts';
import type { Field, Storage } from '../../../fields/kind.ts';
import type { PerRole } from '../../../wire/roles.ts';
import type { ColumnCondition } from '../../db/columnConditions.ts';
import type { Services } from '../../services.ts';
import type { StorageCodec } from './storageCodecs.ts';

/** A table on the way of a lookup, and the column by which the one before names its rows. */
export interface LookupTable {
  table: string;
  key: string;
  /** The column that leads on; of the last one the value's. */
  nextColumn: string;
  /** Whether its rows can go and come back, or come later than what refers to them. */
  rowsMayReappear: boolean;
}

/** Where a column's values come from. */
export interface LookupSource {
  /** The column of the reference that the way begins with. */
  fromColumn: string;
  tables: readonly LookupTable[];
  /** What a text is sorted and searched by, of the last table, as SQL takes it of its alias. */
  key?: (alias: string) => string;
  /** The same column where the last collection has an index of its texts: it is searched there, and not in the copies. */
  searchedColumn?: string;
}

/** A condition on a collection's rows, for an account: its id, or a column that holds one. */
export type CompiledRule = (me: RawBuilder<unknown>) => RawBuilder<SqlBool>;
/** Of each role that does not see every record: which it sees. */
export type CompiledRules = PerRole<CompiledRule>;

/** Where a field's value stands in its collection's table. */
export interface Column {
  /** The field. */
  name: string;
  field: Field;
  storage: Storage;
  codec: StorageCodec;
  /** The column of the value. Its storage is part of its name: a field that changed its kind is a new column. */
  valueColumn: string;
  /** Texts: the column they are sorted and searched by, without case and accents. */
  keyColumn?: string;
  /** Unique fields: the column that no two records share. */
  uniqueColumn?: string;
  /** Missing values count as the greatest, not as the least. */
  missingLast?: true;
  /** Sorted or filtered by, or what tells whose a record is. */
  indexed: boolean;
  /** References that keep another value of a record than its id: the column of that id, which row rules go by. */
  idColumn?: string;
  /** Texts of a table that is there: the column they are sorted by. */
  sortColumn?: string;
  /** Always compared as it is: a choice, or what a reference keeps. */
  exact?: true;
  /** The table of its values, for a field that holds many; `value` is then in no table (see linkRows.ts). */
  linkTable?: string;
  /** Where its values come from, where they are other records'. */
  lookup?: LookupSource;
  /** Of each role that does not see all of what it comes from: of which records it is given the value. */
  valueRules?: CompiledRules;
  /** Set by the server alone; its column is there from the start. */
  system?: true;
}

/** A collection: a resource whose records we keep, and its table. */
export interface Collection {
  resource: AnyResource;
  table: string;
  /** The table is one that the config names: its rows have no version and nobody who made them, nor has it indexes of ours. */
  existingTable?: true;
  /** Which rows of the table are its records, where others stand there as well. */
  tableFilter?: readonly ColumnCondition[];
  columns: readonly Column[];
  /** Which records a role sees, where it does not see all. */
  rowRules: CompiledRules;
  /** What was deleted, where the config keeps it: a collection of its own, with the same columns. */
  bin?: Collection;
  /** Columns of what no config has any more, with their types: a record takes them along into the bin and out of it. */
  orphanedColumns?: Readonly<Record<string, string>>;
  /** As `unseen`, for fields that held many references: by what their tables are called after (`linksFor`). */
  orphanedLinks?: readonly string[];
}

export const getTableName = (resource: string): string => `c_${resource}`;
export const getValueColumn = (storage: Storage, field: string): string => `${storage}_${field}`;
/** What a column is called after its storage: its key and what keeps it unique are called alike. */
const getColumnStem = (storage: Storage, value: string): string => value.slice(storage.length + 1);
/** The column that keeps a field's values unique, where it is that. */
export const getUniqueColumn = ({ storage, value }: { storage: Storage; value: string }): string =>
  `unique_${getColumnStem(storage, value)}`;
export const getKeyColumn = ({ storage, value }: { storage: Storage; value: string }): string =>
  `key_${getColumnStem(storage, value)}`;
/** An index's name, short enough for both databases. */
export function getIndexName(table: string, column: string): string {
  const name = `${table}_${column}`;
  return name.length <= 60
    ? name
    : `${name.slice(0, 40)}_${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}

/** The table of a field that holds many references. */
export const getLinkTable = (table: string, value: string): string =>
  getIndexName(table.replace(/^c_/, 'l_'), getColumnStem('links', value));

/** The table of a collection's bin. */
export const getBinTable = (table: string): string => `${table.replace(/^c_/, 'b_')}__bin`;

/** Collections, and the bins of those that have one: all that have tables. */
export const includeBins = (collections: readonly Collection[]): Collection[] =>
  collections.flatMap((one) => (one.bin ? [one, one.bin] : [one]));

/** The collection of that name, which there must be. */
export function getCollection({ collections }: Pick<Services, 'collections'>, name: string): Collection {
  const found = collections.find(({ resource }) => resource.name === name);
  if (!found) throw new TypeError(`No collection is called ${name}.`);
  return found;
}

import type { CollectionName } from '../../../config/related/collections.ts';
import type { CollectionRecord } from '../../../config/related/recordTypes.ts';
import type { MeasureConfig, Period } from '../../../config/reports.ts';
import type { Where } from '../../../where/where.ts';
import type { ReportGroups } from './aggregate.ts';

/** A record as the API returns it: the fields that the caller may read. */
export type StoredRecord<N> = { id: string } & CollectionRecord<N>;
type Input<N> = Partial<Omit<CollectionRecord<N>, 'id'>>;

export interface FindRecordsOptions {
  /** Default: all records that the caller sees. */
  where?: Where;
  /** Default: `sort` of the config's list, else by id. */
  sort?: { field: string; order: 'ASC' | 'DESC' };
  /** Counts from 1. */
  page?: number;
  /** Default: `perPage` of the config's list. At most 1000. */
  perPage?: number;
  /** The fields to return, besides the id. Default: all that the caller may read. */
  fields?: readonly string[];
}

export interface RecordPage<N> {
  records: StoredRecord<N>[];
  total: number;
  totalPages: number;
}

export interface AggregateOptions {
  where?: Where;
  /** As in reports. Default: the number of records. */
  measures?: readonly MeasureConfig<string>[];
  groupBy?: string | { field: string; by?: Period; last?: number };
}

/** The records to write: ids, or a condition on the records that the caller sees. */
export type RecordSelection = readonly string[] | { where: Where };

/**
 * Reads and writes records with the rights of the caller. Writes run checks, hooks, history, audit and live events, in
 * the caller's transaction if there is one. All functions throw an HttpError: 403 without the right, 404 for a record
 * that the caller does not see, 400 at invalid fields, 409 at conflicts.
 */
export interface RecordsApi {
  find<N extends CollectionName>(name: N, options?: FindRecordsOptions): Promise<RecordPage<N>>;
  /** Finds a record by its id, or the first that matches. */
  findOne<N extends CollectionName>(
    name: N,
    record: string | Pick<FindRecordsOptions, 'where' | 'sort'>,
    options?: Pick<FindRecordsOptions, 'fields'>,
  ): Promise<StoredRecord<N>>;
  count(name: CollectionName, options?: Pick<FindRecordsOptions, 'where'>): Promise<number>;
  /** Computes measures, with the names that reports give them: `count`, `sum_price`. */
  aggregate(name: CollectionName, options?: AggregateOptions): Promise<ReportGroups>;
  create<N extends CollectionName>(name: N, values: Input<N>): Promise<StoredRecord<N>>;
  update<N extends CollectionName>(name: N, id: string, values: Input<N>): Promise<StoredRecord<N>>;
  /** Deletes a record, or moves it to the trash. Returns it as it was. */
  delete<N extends CollectionName>(name: N, id: string): Promise<StoredRecord<N>>;
  /** Runs a transition or another action. `values` are its inputs. */
  transition<N extends CollectionName>(
    name: N,
    id: string,
    action: string,
    values?: Input<N>,
  ): Promise<StoredRecord<N>>;
  /** Creates all records, or none. */
  createMany<N extends CollectionName>(name: N, records: readonly Input<N>[]): Promise<StoredRecord<N>[]>;
  /** Gives all records the same values, or none. */
  updateMany<N extends CollectionName>(name: N, which: RecordSelection, values: Input<N>): Promise<StoredRecord<N>[]>;
  /** Deletes all records, or none. */
  deleteMany<N extends CollectionName>(name: N, which: RecordSelection): Promise<StoredRecord<N>[]>;
}

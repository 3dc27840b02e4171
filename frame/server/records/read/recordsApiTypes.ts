import type { MeasureConfig, Period } from '../../../config/measures.ts';
import type { CollectionName } from '../../../config/related/collectionTypes.ts';
import type { CollectionRecord } from '../../../config/related/recordTypes.ts';
import type { Where } from '../../../where/where.ts';
import type { SavedFile } from '../../files/fileStore.ts';
import type { ReportGroups } from './aggregate.ts';

/** The fields of a collection; of one that `Collections` does not name, any. */
type FieldName<N> = keyof CollectionRecord<N> & string;
/** A record as the API returns it: of the fields `F`, those that the caller may read. */
export type StoredRecord<N, F extends FieldName<N> = FieldName<N>> = { id: string } & Pick<CollectionRecord<N>, F>;
/** A file field also takes what a call received: one file, or a list. */
type InputValue<V> = V | (string extends V ? SavedFile : never) | (string[] extends V ? SavedFile[] : never);
type Input<N> = { [K in keyof Omit<CollectionRecord<N>, 'id'>]?: InputValue<CollectionRecord<N>[K]> };

/** Records that a call reads or changes at most. */
export const MAX_RECORDS = 10_000;

export interface FindRecordsOptions<N = string, F extends FieldName<N> = FieldName<N>> {
  /** Default: all records that the caller sees. */
  where?: Where<CollectionRecord<N>>;
  /** Default: `sort` of the config's list, else by id. */
  sort?: { field: FieldName<N>; order: 'ASC' | 'DESC' };
  /** Counts from 1. */
  page?: number;
  /** Default: `perPage` of the config's list. At most 10,000. */
  perPage?: number;
  /** The fields to return, besides the id. Default: all that the caller may read. */
  fields?: readonly F[];
  /** In a transaction: locks the records until it ends, and returns their locked state. */
  lock?: boolean;
}

export interface RecordPage<N, F extends FieldName<N> = FieldName<N>> {
  records: StoredRecord<N, F>[];
  total: number;
  totalPages: number;
}

export interface AggregateOptions<N = string> {
  where?: Where<CollectionRecord<N>>;
  /** As in reports. Default: the number of records. */
  measures?: readonly MeasureConfig<FieldName<N>>[];
  groupBy?: FieldName<N> | { field: FieldName<N>; by?: Period; last?: number };
}

export interface CreateOptions<N = string, F extends FieldName<N> = FieldName<N>>
  extends Pick<FindRecordsOptions<N, F>, 'fields'> {
  copy?: { id: string; fields: readonly FieldName<N>[] };
}

/** The records to write: ids, or a condition on the records that the caller sees. */
export type RecordSelection<N = string> = readonly string[] | { where: Where<CollectionRecord<N>> };

/**
 * Reads and writes records with the rights of the caller. Writes run checks, hooks, history, activity log and live events, in
 * the caller's transaction if there is one. All functions throw an HttpError: 403 without the right, 404 for a record
 * that the caller does not see, 400 at invalid fields, 409 at conflicts.
 */
export interface RecordsApi {
  find<N extends CollectionName, F extends FieldName<N> = FieldName<N>>(
    name: N,
    options?: FindRecordsOptions<N, F>,
  ): Promise<RecordPage<N, F>>;
  /** Finds a record by its id, or the first that matches. */
  findOne<N extends CollectionName, F extends FieldName<N> = FieldName<N>>(
    name: N,
    record: string | Pick<FindRecordsOptions<N>, 'where' | 'sort'>,
    options?: Pick<FindRecordsOptions<N, F>, 'fields'>,
  ): Promise<StoredRecord<N, F>>;
  count<N extends CollectionName>(name: N, options?: Pick<FindRecordsOptions<N>, 'where'>): Promise<number>;
  /** Computes measures, with the names that reports give them: `count`, `sum_price`. */
  aggregate<N extends CollectionName>(name: N, options?: AggregateOptions<N>): Promise<ReportGroups>;
  /**
   * Creates a record. With `fields: []` it is not read again, and only its id is returned. `copy` takes stored values of
   * another record, unchecked: it may be older than a rule. Only for the system and hooks.
   */
  create<N extends CollectionName, F extends FieldName<N> = FieldName<N>>(
    name: N,
    values: Input<N>,
    options?: CreateOptions<N, F>,
  ): Promise<StoredRecord<N, F>>;
  /** Updates a record. `action` names the change in the history and the activity log. */
  update<N extends CollectionName>(
    name: N,
    id: string,
    values: Input<N>,
    options?: { action?: string },
  ): Promise<StoredRecord<N>>;
  /** Deletes a record, or moves it to the trash. Returns it as it was. */
  delete<N extends CollectionName>(name: N, id: string): Promise<StoredRecord<N>>;
  /** Runs a transition or another action. `values` are its inputs. */
  transition<N extends CollectionName>(
    name: N,
    id: string,
    action: string,
    values?: Input<N>,
  ): Promise<StoredRecord<N>>;
  /** Runs a transition or another action on at most 500 records: on all, or on none. Returns them ordered by id. */
  transitionMany<N extends CollectionName>(
    name: N,
    ids: readonly string[],
    action: string,
    values?: Input<N>,
  ): Promise<StoredRecord<N>[]>;
  /** Creates all records, or none. `fields` as in `create`. */
  createMany<N extends CollectionName, F extends FieldName<N> = FieldName<N>>(
    name: N,
    records: readonly Input<N>[],
    options?: Pick<FindRecordsOptions<N, F>, 'fields'>,
  ): Promise<StoredRecord<N, F>[]>;
  /** Gives all records the same values, or none. */
  updateMany<N extends CollectionName>(
    name: N,
    which: RecordSelection<N>,
    values: Input<N>,
  ): Promise<StoredRecord<N>[]>;
  /** Deletes all records, or none. */
  deleteMany<N extends CollectionName>(name: N, which: RecordSelection<N>): Promise<StoredRecord<N>[]>;
}

import { z } from 'zod';
import type { Call } from './call.ts';
import type { Refusal } from './envelope.ts';
import { asList } from './wireValues.ts';

/** List parameters in react-admin's terms. */
export interface ListParams {
  page: number;
  /** 0 for all. Ignored by hosts with a fixed page size. */
  perPage: number;
  sort: { field: string; order: 'ASC' | 'DESC' };
  filter: Record<string, unknown>;
  /** Lists with cursors: `next` of the page before; undefined for the first page. */
  cursor?: string;
  /** Complete list for an export. */
  all?: boolean;
  /** Complete list for a screen, such as a calendar day. */
  view?: boolean;
}

export interface Page<R> {
  records: R[];
  /** A missing number counts as 1 (spec 9). */
  totalPages?: number;
  /** Total number of records, if the host sends it. */
  total?: number;
  /** Set by hosts that do not send the number of pages. */
  hasNext?: boolean;
  /** Lists with cursors: cursor of the next page, if any. */
  next?: string | null;
}

export type AnyRecord = { id: string } & Record<string, unknown>;

/** Binds a data provider method to a call. `input` comes from react-admin; a missing function sends nothing. */
export interface Binding<I = never, O = unknown> {
  call: Call;
  /** Default: the record's `id`. */
  params?(input: I): Record<string, string>;
  query?(input: I): Record<string, unknown>;
  body?(input: I): Record<string, unknown>;
  read?(data: unknown, input: I): O;
  /** Wire names of fields that differ from ours. Errors are mapped back. */
  names?: Readonly<Record<string, string>>;
}

export interface ListBinding extends Binding<ListParams, Page<AnyRecord>> {
  read(data: unknown, input: ListParams): Page<AnyRecord>;
  /** The call returns every record; the portal filters, sorts and pages. */
  unpaged?: true;
  /** Pages need the cursor of the page before. */
  cursor?: true;
}

/** One record by id, or null. */
export interface OneBinding extends Binding<{ id: string }, AnyRecord | null> {
  read(data: unknown, input: { id: string }): AnyRecord | null;
}

/** Records matching a typed text, for reference inputs. */
export interface SearchBinding extends Binding<{ text: string }, AnyRecord[]> {
  read(data: unknown, input: { text: string }): AnyRecord[];
}

/** Existing records among these ids. */
export interface ManyBinding extends Binding<{ ids: readonly string[] }, AnyRecord[]> {
  read(data: unknown, input: { ids: readonly string[] }): AnyRecord[];
}

/** Input of an update or a named action. */
export interface Change {
  id: string;
  values: Record<string, unknown>;
  record?: AnyRecord;
}

/** `read` returns the changed record, or null if the reply has none. */
export interface ChangeBinding extends Binding<Change, AnyRecord | null> {
  /** The reply must contain the changed record (spec 8). */
  replies?: true;
  /**
   * If a refusal's data has this flag, the person may confirm, and the call is repeated with `body`. If the data has
   * `reason` too, the person may give one, which is sent as the field `reason`.
   */
  confirm?: { flag: keyof Refusal; body: Readonly<Record<string, unknown>>; reason?: string };
  /** Same change of several records. */
  many?: Binding<ManyChange, ManyChanged> & Pick<ChangeBinding, 'confirm'>;
}

/** Page size if neither call nor config says otherwise (spec 9 leaves it to the server). */
export const DEFAULT_PAGE_SIZE = 10;
/** Largest page size a person can choose. */
export const MAX_PAGE_SIZE = 100;
/** Page size of exports only, so that the server can recognize them. */
export const EXPORT_PAGE_SIZE = 1000;
/** Page size of a screen that shows whole days. */
export const DAY_PAGE_SIZE = 500;
/** The number of a page in a query. */
export const pageNumber = z.coerce
  .number({ error: 'validation.page' })
  .int({ error: 'validation.page' })
  .min(1, { error: 'validation.page' })
  .max(1e9, { error: 'validation.page' });
const number = z.coerce.number({ error: 'validation.page' }).int().min(1);
/** Paging options, beyond spec 7, of calls that return all records. */
export const unpagedCallOptions = {
  query: z.object({
    page: number.max(1_000_000, { error: 'validation.page' }).optional(),
    perPage: number.max(EXPORT_PAGE_SIZE).optional(),
  }),
  parameterFeatures: { page: 'pageSize', perPage: 'pageSize' },
} as const;
/** Returns the requested page, or undefined for all records (no page, or `perPage=1000` alone). */
export function getRequestedPage({
  page,
  perPage = EXPORT_PAGE_SIZE,
}: {
  page?: number | undefined;
  perPage?: number | undefined;
}) {
  return page === undefined && perPage === EXPORT_PAGE_SIZE ? undefined : { page: page ?? 1, perPage };
}
/** Binds a list to a call that returns every record. Only exports pass a page size. */
export const bindUnpagedList = (call: Call, read: (value: unknown) => AnyRecord): ListBinding => ({
  call,
  unpaged: true,
  ...(call.query && { query: ({ all }: ListParams) => (all ? { perPage: EXPORT_PAGE_SIZE } : {}) }),
  read: (data) => ({ records: asList(data).map(read) }),
});

/** Result of a bulk change: changed records, and the others with a reason. */
export interface ManyChanged {
  changed: { id: string; version: number }[];
  left: { id: string; why: string }[];
}
/** Change of several records in one call. */
export interface ManyChange {
  ids: readonly string[];
  values: Record<string, unknown>;
  /** Records as last loaded. */
  records: readonly AnyRecord[];
}

/** Number of records by tab name, counted up to `max`. */
export interface CountsBinding {
  call: Call;
  read(data: unknown): Record<string, number>;
  max?: number;
}

/** Note on an option of a reference input. */
export interface Hint {
  /** Sort rank, lowest first. */
  rank: number;
  /** I18n key with its arguments. */
  text: string;
  args?: Record<string, string | number>;
  /** Advises against the option. */
  against?: boolean;
  /** Further texts, each on its own line. */
  reasons?: readonly { text: string; args?: Record<string, string | number> }[];
}

/** Texts of the conflicts of records, and of lanes that show them, by their id. */
export interface RecordConflicts {
  records: Readonly<Record<string, NonNullable<Hint['reasons']>>>;
  lanes: Readonly<Record<string, NonNullable<Hint['reasons']>>>;
  /** By record without a lane: the group with which a crowded day shows it. */
  groups?: Readonly<Record<string, string>>;
}

/** Conflicts of the records of some days, instead of those that a comparison of their times finds. */
export interface ConflictsBinding {
  call: Call;
  /** First and last shown day, YYYY-MM-DD. */
  query(days: { from: string; to: string }): Record<string, unknown>;
  read(data: unknown): RecordConflicts;
}

/** Hints for reference options, by record id. */
export interface HintsBinding {
  call: Call;
  /** Returns the query of a GET call, the body of others; null if there is nothing to request. */
  ask(records: readonly Record<string, unknown>[]): Record<string, unknown> | null;
  read(data: unknown): Record<string, Hint>;
}

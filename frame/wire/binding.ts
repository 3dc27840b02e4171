import { z } from 'zod';
import type { Call, ForeignHost } from './call.ts';
import type { Refusal } from './envelope.ts';
import type { Hint } from './hints.ts';
import type { ImportBinding } from './imports.ts';
import type { PerRole } from './roles.ts';
import { asList } from './wireValues.ts';

/** What a list asks for, in react-admin's words. */
export interface ListParams {
  page: number;
  /** Rows a page; 0 for all. A host that sets its own page size ignores it. */
  perPage: number;
  sort: { field: string; order: 'ASC' | 'DESC' };
  filter: Record<string, unknown>;
  /** Of lists with cursors: where this page starts, as the page before gave; left out for the first. */
  cursor?: string;
  /** Asked for in full (an export): a host that can may give larger pages. */
  all?: boolean;
  /** Asked for in full for the screen (a calendar's day): the same, but no export. */
  view?: boolean;
}

/** One page of records in our words. */
export interface Page<R> {
  records: R[];
  /** Pages in all; a missing number counts as 1 (spec 9). */
  totalPages?: number;
  /** Records in all, where the host says. */
  total?: number;
  /** Whether there is another page, from a host that does not tell how many there are. */
  hasNext?: boolean;
  /** Of lists with cursors: where the next page starts; null or left out after the last. */
  next?: string | null;
}

/** Records as the portal keeps them. */
export type AnyRecord = { id: string } & Record<string, unknown>;

/**
 * Binds one method of a resource to a call: what to send, and how to read the reply's data.
 * `input` is what react-admin hands over; each part left out sends nothing.
 */
export interface Binding<I = never, O = unknown> {
  call: Call;
  params?(input: I): Record<string, string>;
  query?(input: I): Record<string, unknown>;
  body?(input: I): Record<string, unknown>;
  read?(data: unknown, input: I): O;
  /** How the wire calls fields of ours, where it differs: a refusal's errors come back under our names. */
  names?: Readonly<Record<string, string>>;
}

export interface ListBinding extends Binding<ListParams, Page<AnyRecord>> {
  read(data: unknown, input: ListParams): Page<AnyRecord>;
  /** The call gives every record at once: the portal filters, sorts and pages by itself. */
  unpaged?: true;
  /** Pages are asked for by the cursor that the page before gave (`next`), which `query` is given as `cursor`. */
  cursor?: true;
}

/** One record by its id; null where there is none. */
export interface OneBinding extends Binding<{ id: string }, AnyRecord | null> {
  read(data: unknown, input: { id: string }): AnyRecord | null;
}

/** The records that a typed text finds, for an input that refers to one. */
export interface SearchBinding extends Binding<{ text: string }, AnyRecord[]> {
  read(data: unknown, input: { text: string }): AnyRecord[];
}

/** Those of these records that there are. */
export interface ManyBinding extends Binding<{ ids: readonly string[] }, AnyRecord[]> {
  read(data: unknown, input: { ids: readonly string[] }): AnyRecord[];
}

/** What a named action or an edit sends: the record, and the new values. */
export interface Change {
  id: string;
  values: Record<string, unknown>;
  record?: AnyRecord;
}

/** `read` of a change gives the changed record, or null where the reply holds none. */
export interface ChangeBinding extends Binding<Change, AnyRecord | null> {
  /** The reply must hold the changed record: one without it is unexpected (spec 8). */
  replies?: true;
  /**
   * A refusal whose data holds this flag asks back: once the person confirms, the call is made again with `body` added.
   */
  confirm?: { flag: keyof Refusal; body: Readonly<Record<string, unknown>> };
  /** The same for many records at once. */
  many?: Binding<ManyChange, ManyChanged> & Pick<ChangeBinding, 'confirm'>;
}

/** Rows of a page that nobody asked to be larger. */
export const DEFAULT_PAGE_SIZE = 10;
/** Rows of the largest page that a person may choose for the screen. */
export const MAX_PAGE_SIZE = 100;
/** Rows of the largest page, which only an export asks for: so our server can tell it from a list on the screen. */
export const EXPORT_PAGE_SIZE = 1000;
/** Rows of a page of a calendar's day. */
export const CALENDAR_PAGE_SIZE = 500;
const number = z.coerce.number({ error: 'validation.page' }).int().min(1);
/** What calls that give every record at once take beyond spec 7, where the host named it. */
export const unpagedCallOptions = {
  query: z.object({
    page: number.max(1_000_000, { error: 'validation.page' }).optional(),
    perPage: number.max(EXPORT_PAGE_SIZE).optional(),
  }),
  extras: { page: 'pageSize', perPage: 'pageSize' },
} as const;
/** The page that such a call asks for; undefined for every record, which `perPage=1000` without a page asks for, too. */
export function getRequestedPage({
  page,
  perPage = EXPORT_PAGE_SIZE,
}: {
  page?: number | undefined;
  perPage?: number | undefined;
}) {
  return page === undefined && perPage === EXPORT_PAGE_SIZE ? undefined : { page: page ?? 1, perPage };
}
/** A list of the call that gives every record at once, each read by itself; only an export says that it is one. */
export const bindUnpagedList = (call: Call, read: (value: unknown) => AnyRecord): ListBinding => ({
  call,
  unpaged: true,
  ...(call.query && { query: ({ all }: ListParams) => (all ? { perPage: EXPORT_PAGE_SIZE } : {}) }),
  read: (data) => ({ records: asList(data).map(read) }),
});

/** What became of records that were changed together: those that were, and why the others were not. */
export interface ManyChanged {
  changed: { id: string; version: number }[];
  left: { id: string; why: string }[];
}
/** A change of many records in one call. */
export interface ManyChange {
  ids: readonly string[];
  values: Record<string, unknown>;
  /** The records as last loaded; each may name values of its own. */
  records: readonly AnyRecord[];
}

/** How many records each tab of the list has, by its name; none is counted beyond `most`. */
export interface CountsBinding {
  call: Call;
  read(data: unknown): Record<string, number>;
  max?: number;
}

/** What is shown of the records that may be chosen for a field, by their id. */
export interface HintsBinding {
  call: Call;
  /** Asked for these records; null where there is nothing to ask. */
  query(records: readonly Record<string, unknown>[]): Record<string, unknown> | null;
  read(data: unknown): Record<string, Hint>;
}

/**
 * The `api` part of a resource: its calls per role. What is missing cannot be done.
 * A resource without an `api` part lives at /api/v1/collections/{name} in ra-data-simple-rest's dialect.
 */
export interface ResourceApi {
  /** Where its calls go, if not to the session's host. */
  host?: ForeignHost;
  list?: PerRole<ListBinding>;
  /** One record, and many, by their ids; left out, they are looked for through the list. */
  one?: PerRole<OneBinding>;
  many?: PerRole<ManyBinding>;
  /** Left out, an input that refers to the resource loads its list. */
  search?: PerRole<SearchBinding>;
  create?: PerRole<ChangeBinding>;
  edit?: PerRole<ChangeBinding>;
  delete?: PerRole<ChangeBinding>;
  /** Many records in one call; left out, they are changed one after the other. */
  editMany?: PerRole<Binding<ManyChange>>;
  deleteMany?: PerRole<Binding<ManyChange>>;
  deleteAll?: PerRole<ChangeBinding>;
  import?: PerRole<ImportBinding>;
  actions?: Record<string, PerRole<ChangeBinding>>;
  /** What a new record takes over from one that is there (`create.again`) beyond that one's own values. */
  again?: PerRole<OneBinding>;
  counts?: PerRole<CountsBinding>;
  /** By the name of a reference field. */
  hints?: Record<string, PerRole<HintsBinding>>;
}

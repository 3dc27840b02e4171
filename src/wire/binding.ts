import { z } from 'zod';
import type { Call, Role } from './call.ts';
import type { Refusal } from './envelope.ts';
import type { ImportBinding } from './imports.ts';

/** What a list asks for, in react-admin's words. */
export interface ListParams {
  page: number;
  /** Rows a page; 0 for all. A host that sets its own page size ignores it. */
  perPage: number;
  sort: { field: string; order: 'ASC' | 'DESC' };
  filter: Record<string, unknown>;
  /** Wanted as a whole (an export): a host that can may give larger pages. */
  all?: boolean;
  /** Wanted as a whole for the screen (a calendar's day): the same, but no export. */
  view?: boolean;
}

/** One page of records in our words. */
export interface Page<R> {
  records: R[];
  /** Pages in all; a missing number counts as 1 (spec 9). */
  totalPages?: number;
  /** Records in all, where the host tells. */
  total?: number;
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
  whole?: true;
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
}

/** Rows of the largest page, which only an export asks for: so our server can tell it from a list on the screen. */
export const EXPORT_ROWS = 1000;
/** Rows of a page of a calendar's day. */
export const VIEW_ROWS = 500;
/** Beyond spec 7, for calls that give every record at once. */
export const wholeQuery = z.object({
  perPage: z.coerce.number({ error: 'validation.page' }).int().min(1).max(EXPORT_ROWS).optional(),
});
export const WHOLE_EXTRAS = { perPage: 'pageSize' } as const;
export const toWholeQuery = ({ all }: ListParams) => (all ? { perPage: EXPORT_ROWS } : {});

type PerRole<B> = { readonly [R in Role]?: B };

/**
 * The `api` part of a resource: its calls per role. What is missing cannot be done.
 * A resource without an `api` part lives at /api/v1/collections/{name} in ra-data-simple-rest's dialect.
 */
export interface ResourceApi {
  list?: PerRole<ListBinding>;
  create?: PerRole<ChangeBinding>;
  edit?: PerRole<ChangeBinding>;
  delete?: PerRole<ChangeBinding>;
  deleteAll?: PerRole<ChangeBinding>;
  import?: PerRole<ImportBinding>;
  actions?: Record<string, PerRole<ChangeBinding>>;
}

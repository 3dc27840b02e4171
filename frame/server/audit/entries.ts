import type { FastifyRequest } from 'fastify';
import { MOST_LIST_ROWS, VIEW_ROWS } from '../../wire/binding.ts';
import { Refusal } from '../base/refusal.ts';
import type { AuditEntry } from './auditChain.ts';
import { type AuditInfo, isSensitive } from './operations.ts';

/** An id as ours are, or as other hosts': whatever else stands in an address is nobody's id and not kept. */
const idOf = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : null;

export type Values = Record<string, unknown>;
const asValues = (value: unknown): Values =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Values) : {};

/** What the entry says beyond the request: whom it was, which record, which fields. */
export interface EntryExtras {
  /** Where nobody was signed in before: who is now. */
  accountId?: string | undefined;
  recordId?: unknown;
  /** Many records at a time: each gets an entry of its own. */
  recordIds?: readonly string[];
  /** The names of the fields that were sent or changed. */
  fields?: readonly string[];
  details?: Values;
  /** What else the change did: each gets an entry of its own. */
  also?: readonly (AuditInfo & { recordId: string; fields?: readonly string[] })[];
}

function entry(request: FastifyRequest, { operation, resource }: AuditInfo, extras: EntryExtras): AuditEntry {
  return {
    at: Date.now(),
    accountId: extras.accountId ?? request.account?.id ?? null,
    operation,
    resource,
    recordId: idOf(extras.recordId ?? (request.params as Values | undefined)?.id),
    address: request.ip,
    details: extras.details ?? {},
  };
}

/** A change, with the names of what was sent. */
export function changeEntry(request: FastifyRequest, info: AuditInfo, extras: EntryExtras = {}): AuditEntry {
  const uploads = Object.entries(request.uploads ?? {}).filter(([, files]) => files.length > 0);
  const fields = extras.fields ?? [...Object.keys(asValues(request.body)), ...uploads.map(([name]) => name)];
  const { action } = info;
  return entry(request, info, {
    ...extras,
    details: { ...(action && { action }), ...(fields.length > 0 && { fields }) },
  });
}

/** Those of a change of one record or of thousands, and of what it did along; each is made when it is asked for. */
export function* changeEntries(
  request: FastifyRequest,
  info: AuditInfo,
  extras: EntryExtras = {},
): Generator<AuditEntry> {
  for (const recordId of extras.recordIds ?? [extras.recordId])
    yield changeEntry(request, info, { ...extras, recordId });
  for (const one of extras.also ?? []) yield changeEntry(request, one, { fields: [], ...one });
}

/** Parts of a list's query that are neither filter nor record. */
const PAGING = ['page', 'perPage', 'sortFields', 'sortOrder', 'id'];

/** Only exports want pages larger than people may choose, and calendars, which ask for one day. */
const isExport = ({ perPage, dateAndTime }: Values) =>
  Number(perPage ?? 0) > MOST_LIST_ROWS && !(dateAndTime !== undefined && Number(perPage) === VIEW_ROWS);

/** The ids of a list's records; some call them `id`. */
const idsOf = (list: readonly unknown[]) =>
  list.flatMap((one) => {
    const { _id, id } = asValues(one);
    return idOf(_id ?? id) ?? [];
  });

/**
 * A reading: of a report, by its name; of one record where it was asked for by its id; else of a list with the number of records given, and
 * which, where they are sensitive (those that `ids` names, else the list's own).
 */
export function readEntry(
  request: FastifyRequest,
  { operation, resource, action }: AuditInfo,
  data: unknown,
  { query, ids }: { query: Values; ids?: readonly string[] | undefined },
): AuditEntry {
  const list = [data, ...Object.values(asValues(data))].find(Array.isArray);
  const filters = Object.keys(query).filter((name) => !PAGING.includes(name) && query[name] !== undefined);
  if (action) {
    const details = { action, ...(filters.length > 0 && { filters }) };
    return entry(request, { operation: 'read', resource }, { details });
  }
  if (operation !== 'list' || !list || query.id !== undefined)
    return entry(request, { operation: 'read', resource }, { recordId: query.id ?? asValues(data)._id });
  const details = {
    count: list.length,
    ...(query.page !== undefined && { page: query.page }),
    ...(filters.length > 0 && { filters }),
  };
  const listed = entry(request, { operation: isExport(query) ? 'export' : 'list', resource }, { details });
  const given = ids ?? idsOf(list);
  return isSensitive(resource) && given.length > 0 ? { ...listed, ids: given } : listed;
}

/** An operation that was not done; undefined for a failure that is no refusal. */
export function refusedEntry(
  request: FastifyRequest,
  { operation, resource, action }: AuditInfo,
  error: Error,
): AuditEntry | undefined {
  if (!(error instanceof Refusal)) return undefined;
  // A message may hold what it is about behind a bar.
  const reason = error.message.split('|')[0];
  const details = { asked: operation, ...(action && { action }), code: error.code, reason };
  return entry(request, { operation: 'refused', resource }, { details, recordId: error.details.about });
}

import type { FastifyRequest } from 'fastify';
import { CALENDAR_PAGE_SIZE, MAX_PAGE_SIZE } from '../../wire/binding.ts';
import { HttpError } from '../base/httpError.ts';
import type { AuditEntry } from './auditChain.ts';
import { type AuditInfo, holdsPersonalData } from './auditInfo.ts';

/** An id as ours are, or as other hosts': whatever else stands in an address is nobody's id and not kept. */
const toRecordId = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : null;

export type RequestValues = Record<string, unknown>;
const toValues = (value: unknown): RequestValues =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as RequestValues) : {};

/** What the entry says beyond the request: whom it was, which record, which fields. */
export interface EntryExtras {
  /** Where nobody was signed in before: who is now. */
  accountId?: string | undefined;
  recordId?: unknown;
  /** Many records at a time: each gets an entry of its own. */
  recordIds?: readonly string[];
  /** The names of the fields that were sent or changed. */
  fields?: readonly string[];
  details?: RequestValues;
  /** What else the change did: each gets an entry of its own. */
  nested?: readonly (AuditInfo & { recordId: string; fields?: readonly string[] })[];
}

function createEntry(request: FastifyRequest, { operation, resource }: AuditInfo, extras: EntryExtras): AuditEntry {
  return {
    at: Date.now(),
    accountId: extras.accountId ?? request.account?.id ?? null,
    operation,
    resource,
    recordId: toRecordId(extras.recordId ?? (request.params as RequestValues | undefined)?.id),
    address: request.ip,
    details: extras.details ?? {},
  };
}

/** A change, with the names of what was sent. */
export function createChangeEntry(request: FastifyRequest, info: AuditInfo, extras: EntryExtras = {}): AuditEntry {
  const uploads = Object.entries(request.uploads ?? {}).filter(([, files]) => files.length > 0);
  const fields = extras.fields ?? [...Object.keys(toValues(request.body)), ...uploads.map(([name]) => name)];
  const { action } = info;
  return createEntry(request, info, {
    ...extras,
    details: { ...(action && { action }), ...(fields.length > 0 && { fields }) },
  });
}

/** Those of a change of one record or of thousands, and of what it did along; each is made when it is asked for. */
export function* createChangeEntries(
  request: FastifyRequest,
  info: AuditInfo,
  extras: EntryExtras = {},
): Generator<AuditEntry> {
  for (const recordId of extras.recordIds ?? [extras.recordId])
    yield createChangeEntry(request, info, { ...extras, recordId });
  for (const one of extras.nested ?? []) yield createChangeEntry(request, one, { fields: [], ...one });
}

/** Parts of a list's query that are neither filter nor record. */
const PAGING_PARAMS = ['page', 'perPage', 'sortFields', 'sortOrder', 'id'];

/** Only exports want pages larger than people may choose, and calendars, which ask for one day. */
const isExport = ({ perPage, dateAndTime }: RequestValues) =>
  Number(perPage ?? 0) > MAX_PAGE_SIZE && !(dateAndTime !== undefined && Number(perPage) === CALENDAR_PAGE_SIZE);

/** The ids of a list's records; some call them `id`. */
const getListIds = (list: readonly unknown[]) =>
  list.flatMap((one) => {
    const { _id, id } = toValues(one);
    return toRecordId(_id ?? id) ?? [];
  });

/**
 * A reading: of a report, by its name; of one record where it was asked for by its id; else of a list with the number of records given, and
 * which, where they are sensitive (those that `ids` names, else the list's own).
 */
export function createReadEntry(
  request: FastifyRequest,
  { operation, resource, action }: AuditInfo,
  data: unknown,
  { query, ids }: { query: RequestValues; ids?: readonly string[] | undefined },
): AuditEntry {
  const list = [data, ...Object.values(toValues(data))].find(Array.isArray);
  const filters = Object.keys(query).filter((name) => !PAGING_PARAMS.includes(name) && query[name] !== undefined);
  if (action) {
    const details = { action, ...(filters.length > 0 && { filters }) };
    return createEntry(request, { operation: 'read', resource }, { details });
  }
  if (operation !== 'list' || !list || query.id !== undefined)
    return createEntry(request, { operation: 'read', resource }, { recordId: query.id ?? toValues(data)._id });
  const details = {
    count: list.length,
    ...(query.page !== undefined && { page: query.page }),
    ...(filters.length > 0 && { filters }),
  };
  const listed = createEntry(request, { operation: isExport(query) ? 'export' : 'list', resource }, { details });
  const given = ids ?? getListIds(list);
  return holdsPersonalData(resource) && given.length > 0 ? { ...listed, ids: given } : listed;
}

/** An operation that was not done; undefined for a failure that is no refusal. */
export function createRefusalEntry(
  request: FastifyRequest,
  { operation, resource, action }: AuditInfo,
  error: Error,
): AuditEntry | undefined {
  if (!(error instanceof HttpError)) return undefined;
  // A message may hold what it is about behind a bar.
  const reason = error.message.split('|')[0];
  const details = { asked: operation, ...(action && { action }), code: error.status, reason };
  return createEntry(request, { operation: 'refused', resource }, { details, recordId: error.details.recordId });
}

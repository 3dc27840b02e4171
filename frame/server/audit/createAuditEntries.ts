import type { FastifyRequest } from 'fastify';
import { DAY_PAGE_SIZE, MAX_PAGE_SIZE } from '../../wire/binding.ts';
import { HttpError } from '../base/httpError.ts';
import type { Account } from '../base/requestAccount.ts';
import type { ServerParts } from '../parts.ts';
import type { AuditEntry } from './auditChain.ts';
import { type AuditInfo, holdsPersonalData } from './auditInfo.ts';

/** Returns ids of our or other hosts' format. Other text in an address is not stored. */
const toRecordId = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : null;

export type RequestValues = Record<string, unknown>;
const toValues = (value: unknown): RequestValues =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as RequestValues) : {};

/** Additions to the request's own data. */
export interface EntryExtras {
  /** Account that the request signed in. */
  accountId?: string | undefined;
  recordId?: unknown;
  /** Several records: each gets its own entry. */
  recordIds?: readonly string[];
  /** Names of the fields that were sent or changed. */
  fields?: readonly string[];
  details?: RequestValues;
  /** Nested changes: each gets its own entry. */
  nested?: readonly (AuditInfo & { recordId: string; fields?: readonly string[] })[];
}

/** Returns the name of the API key that acts for an account. */
export const toKeyDetails = (account: Account | null | undefined) => (account?.key ? { key: account.key.name } : {});

function createEntry(request: FastifyRequest, { operation, resource }: AuditInfo, extras: EntryExtras): AuditEntry {
  return {
    at: Date.now(),
    accountId: extras.accountId ?? request.account?.id ?? null,
    operation,
    resource,
    recordId: toRecordId(extras.recordId ?? (request.params as RequestValues | undefined)?.id),
    address: request.ip,
    details: { ...extras.details, ...toKeyDetails(request.account) },
  };
}

/** Creates the entry of a change with the names of its fields. */
export function createChangeEntry(request: FastifyRequest, info: AuditInfo, extras: EntryExtras = {}): AuditEntry {
  const uploads = Object.entries(request.uploads ?? {}).filter(([, files]) => files.length > 0);
  const fields = extras.fields ?? [...Object.keys(toValues(request.body)), ...uploads.map(([name]) => name)];
  const details = { ...(info.action && { action: info.action }), ...(fields.length > 0 && { fields }) };
  return createEntry(request, info, { ...extras, details });
}

/** Creates the entries of changes by an account, the system or a job (`actor`), lazily. */
export function* createRecordEntries(
  { accountId, address, actor, key }: Pick<AuditEntry, 'accountId' | 'address'> & { actor?: string; key?: string },
  changes: NonNullable<EntryExtras['nested']>,
): Generator<AuditEntry> {
  for (const { operation, resource, recordId, action, fields = [] } of changes) {
    const by = { ...(actor && { actor }), ...(key && { key }) };
    const details = { ...by, ...(action && { action }), ...(fields.length > 0 && { fields }) };
    yield { at: Date.now(), accountId, operation, resource, recordId: toRecordId(recordId), address, details };
  }
}

/** Creates the entries of a change and its nested changes lazily. */
export function* createChangeEntries(
  request: FastifyRequest,
  info: AuditInfo,
  extras: EntryExtras = {},
): Generator<AuditEntry> {
  for (const recordId of extras.recordIds ?? [extras.recordId])
    yield createChangeEntry(request, info, { ...extras, recordId });
  for (const change of extras.nested ?? []) yield createChangeEntry(request, change, { fields: [], ...change });
}

const PAGING_PARAMS = ['page', 'perPage', 'sortFields', 'sortOrder', 'id'];

/** Only exports request more rows than people can choose. Calendars, which ask for one day, are the exception. */
const isExport = ({ perPage, dateAndTime }: RequestValues) =>
  Number(perPage ?? 0) > MAX_PAGE_SIZE && !(dateAndTime !== undefined && Number(perPage) === DAY_PAGE_SIZE);

/** Some lists name the id `id`. */
const getListIds = (list: readonly unknown[]) =>
  list.flatMap((record) => {
    const { _id, id } = toValues(record);
    return toRecordId(_id ?? id) ?? [];
  });

/**
 * Creates the entry of a read: a report by its name, one record by its id, or a list with its length. A list of
 * personal data also names its records: `ids`, or those of the reply.
 */
export function createReadEntry(
  app: ServerParts,
  request: FastifyRequest,
  { operation, resource, action }: AuditInfo,
  data: unknown,
  { query, ids }: { query: RequestValues; ids?: readonly string[] | undefined },
): AuditEntry {
  const list = [data, ...Object.values(toValues(data))].find(Array.isArray);
  const names = Object.keys(query).filter((name) => !PAGING_PARAMS.includes(name) && query[name] !== undefined);
  const filters = names.length > 0 && { filters: names };
  if (action) return createEntry(request, { operation: 'read', resource }, { details: { action, ...filters } });
  if (operation !== 'list' || !list || query.id !== undefined)
    return createEntry(request, { operation: 'read', resource }, { recordId: query.id ?? toValues(data)._id });
  const details = { count: list.length, ...(query.page !== undefined && { page: query.page }), ...filters };
  const entry = createEntry(request, { operation: isExport(query) ? 'export' : 'list', resource }, { details });
  const listIds = ids ?? getListIds(list);
  return holdsPersonalData(app, resource) && listIds.length > 0 ? { ...entry, ids: listIds } : entry;
}

/** Creates the entry of a rejected operation; undefined for other errors. */
export function createRefusalEntry(
  request: FastifyRequest,
  { operation, resource, action }: AuditInfo,
  error: Error,
): AuditEntry | undefined {
  if (!(error instanceof HttpError)) return undefined;
  // The subject of a message follows after a bar.
  const reason = error.message.split('|')[0];
  const details = { asked: operation, ...(action && { action }), code: error.status, reason };
  return createEntry(request, { operation: 'refused', resource }, { details, recordId: error.details.recordId });
}

import type { FastifyRequest } from 'fastify';
import { DAY_PAGE_SIZE, MAX_PAGE_SIZE } from '../../wire/binding.ts';
import { HttpError } from '../base/httpError.ts';
import type { Account } from '../base/requestAccount.ts';
import type { ServerParts } from '../parts.ts';
import { type Activity, type ActivityEntry, holdsPersonalData } from './activityLog.ts';

/** Returns ids of our or other hosts' format. Other text in an address is not stored. */
const toRecordId = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : null;

export type RequestValues = Record<string, unknown>;
const toValues = (value: unknown): RequestValues =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as RequestValues) : {};

/** A change of a record, with the names of the fields that were sent or changed. */
export interface ActivityChange extends Activity {
  recordId?: unknown;
  fields?: readonly string[];
}

/** Additions to the request's own data. */
export interface EntryExtras {
  /** Account that the request signed in. */
  accountId?: string | undefined;
  recordId?: unknown;
  /** Several records: each gets its own entry. */
  recordIds?: readonly string[];
  /** Names of the fields that were sent or changed. */
  fields?: readonly string[];
  /** Nested changes: each gets its own entry. */
  nested?: readonly (ActivityChange & { recordId: string })[];
}

/** The caller of an operation. Its details stand before or after those of the operation. */
interface Caller extends Pick<ActivityEntry, 'accountId' | 'address'> {
  before?: RequestValues;
  after?: RequestValues;
}

/** Returns the name of the key with which a program acts for an account. */
const toKeyDetails = (account: Account | null | undefined) => (account?.key ? { key: account.key.name } : {});

const toCaller = ({ account, ip }: FastifyRequest, accountId = account?.id ?? null): Caller => ({
  ...{ accountId, address: ip, after: toKeyDetails(account) },
});

/** The caller of changes by an account, the system or a job (`actor`). */
export const toRecordsCaller = (
  account: Account | null,
  request: FastifyRequest | undefined,
  actor: string | undefined,
): Caller => ({
  ...{ accountId: account?.id || null, address: request?.ip ?? '' },
  before: { ...(actor && { actor }), ...toKeyDetails(account) },
});

const createEntry = (
  { accountId, address, before, after }: Caller,
  { operation, resource, recordId }: ActivityChange,
  details: RequestValues,
): ActivityEntry => ({
  ...{ at: Date.now(), accountId, operation, resource, recordId: toRecordId(recordId), address },
  details: { ...before, ...details, ...after },
});

/** Creates an entry of each change, lazily. */
export function* createChangeEntries(caller: Caller, changes: Iterable<ActivityChange>): Generator<ActivityEntry> {
  for (const change of changes) {
    const { action, fields = [] } = change;
    yield createEntry(caller, change, { ...(action && { action }), ...(fields.length > 0 && { fields }) });
  }
}

function* listChanges(own: ActivityChange, recordIds: readonly unknown[], nested: readonly ActivityChange[]) {
  for (const recordId of recordIds) yield { ...own, recordId: recordId ?? own.recordId };
  yield* nested;
}

/** Creates the entries of a request's change and its nested changes, lazily. Fields are those sent, by default. */
export function createRequestEntries(
  request: FastifyRequest,
  activity: Activity,
  { accountId, recordId, recordIds = [recordId as string], fields, nested = [] }: EntryExtras = {},
): Generator<ActivityEntry> {
  const { body, params, uploads = {} } = request;
  const sent = () => [...Object.keys(toValues(body)), ...Object.keys(uploads).filter((name) => uploads[name]?.length)];
  const own = { ...activity, recordId: toValues(params).id, fields: fields ?? sent() };
  return createChangeEntries(toCaller(request, accountId), listChanges(own, recordIds, nested));
}

/** Creates the entry of an operation of a request, with these details only. */
export const createRequestEntry = (
  request: FastifyRequest,
  activity: Activity,
  { details = {}, recordId }: { details?: RequestValues; recordId?: unknown } = {},
): ActivityEntry =>
  createEntry(toCaller(request), { ...activity, recordId: recordId ?? toValues(request.params).id }, details);

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
  { operation, resource, action }: Activity,
  data: unknown,
  { query, ids }: { query: RequestValues; ids?: readonly string[] | undefined },
): ActivityEntry {
  const list = [data, ...Object.values(toValues(data))].find(Array.isArray);
  const names = Object.keys(query).filter((name) => !PAGING_PARAMS.includes(name) && query[name] !== undefined);
  const filters = names.length > 0 && { filters: names };
  if (action) return createRequestEntry(request, { operation: 'read', resource }, { details: { action, ...filters } });
  if (operation !== 'list' || !list || query.id !== undefined)
    return createRequestEntry(request, { operation: 'read', resource }, { recordId: query.id ?? toValues(data)._id });
  const details = { count: list.length, ...(query.page !== undefined && { page: query.page }), ...filters };
  const entry = createRequestEntry(request, { operation: isExport(query) ? 'export' : 'list', resource }, { details });
  const listIds = ids ?? getListIds(list);
  return holdsPersonalData(app, resource) && listIds.length > 0 ? { ...entry, ids: listIds } : entry;
}

/** Creates the entry of a rejected operation; undefined for other errors. */
export function createRefusalEntry(
  request: FastifyRequest,
  { operation, resource, action }: Activity,
  error: Error,
): ActivityEntry | undefined {
  if (!(error instanceof HttpError)) return undefined;
  // The subject of a message follows after a bar.
  const reason = error.message.split('|')[0];
  const details = { asked: operation, ...(action && { action }), code: error.status, reason };
  return createRequestEntry(request, { operation: 'refused', resource }, { details, recordId: error.details.recordId });
}

import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { commitIdempotencyKey } from '../accounts/idempotencyRows.ts';
import { consumeQuota } from '../accounts/quotas.ts';
import { HttpError } from '../base/httpError.ts';
import type { Schema } from '../db/databaseSchema.ts';
import type { Services } from '../services.ts';
import {
  createReadEntry,
  createRefusalEntry,
  createRequestEntries,
  createRequestEntry,
  type EntryExtras,
  type RequestValues,
} from './activityEntries.ts';
import { type Activity, type ActivityEntry, holdsPersonalData } from './activityLog.ts';

/** Writes the entries of a change. Call it last in the transaction of the change. */
export type Note = (db: Transaction<Schema>, extras?: EntryExtras) => Promise<void>;

/** Writes the activity entries of a request; none if it has no activity. */
export interface RequestActivity {
  note: Note;
  /** Records a dry run with the names of its fields, instead of a change. */
  noteDryRun(fields: readonly string[]): Promise<void>;
  /** Records an export of these records, instead of `recordSuccess`. */
  recordExport(ids: readonly string[]): Promise<void>;
  /**
   * Records a successful request. Call it before the reply is sent. Writes changes without a note, and reads of
   * personal data, at once: the request fails if that fails. Other reads are written a moment later, and an error is
   * logged.
   */
  recordSuccess(data: unknown, info?: ReplyInfo): Promise<void>;
  /** Records a rejected request. Without a session only sign-in and reset count (`open`). */
  recordRefusal(error: Error, options?: { isPublic: boolean }): void;
}

/** Overrides for the request's query and the reply's data. */
export interface ReplyInfo {
  query?: RequestValues;
  fields?: readonly string[];
  ids?: readonly string[] | undefined;
}

/** Marks the request's Idempotency-Key as committed with its change. Throws an HttpError if another attempt has it. */
async function commitIdempotency(db: Transaction<Schema>, { idempotency }: FastifyRequest, extras: EntryExtras = {}) {
  if (!idempotency) return;
  const { recordId = extras.recordIds?.[0] } = extras;
  const id = typeof recordId === 'string' ? recordId : null;
  if (!(await commitIdempotencyKey(db, idempotency, id))) throw new HttpError(409, 'server.idempotencyBusy');
}

/** Creates the functions that write the entries of one request. All but nested changes are written once. */
export function createRequestActivity(
  { app, activity: log, db }: Pick<Services, 'app' | 'activity' | 'db'>,
  request: FastifyRequest,
  activity: Activity | null,
): RequestActivity {
  let noted = false;
  const writeSoon = (entry: ActivityEntry) => {
    log.writeSoon(entry).catch((error: unknown) => {
      request.log.error({ err: error }, 'an entry of the activity log could not be written');
    });
  };
  const consumeExport = async () => {
    if (request.account) await consumeQuota(db, request.account.id, 'exports');
  };
  const writeRead = async (entry: ActivityEntry) => {
    if (entry.operation === 'export') await consumeExport();
    if (holdsPersonalData(app, entry.resource)) await log.write(entry);
    else writeSoon(entry);
  };
  const writeOnly = async ({ resource, operation }: Activity, details: RequestValues, ids?: readonly string[]) => {
    await log.write({ ...createRequestEntry(request, { operation, resource }), details, ids });
    noted = true;
  };
  return {
    async note(db, extras) {
      await commitIdempotency(db, request, extras);
      if (!activity) return;
      await log.append(db, createRequestEntries(request, activity, extras));
      noted = true;
    },
    async noteDryRun(fields) {
      if (activity) await writeOnly({ ...activity, operation: 'read' }, { asked: activity.operation, fields });
    },
    async recordExport(ids) {
      if (!activity) return;
      await consumeExport();
      await writeOnly({ ...activity, operation: 'export' }, { count: ids.length }, ids);
    },
    // Not async, so that it does not hold `data` while it waits.
    recordSuccess(data, { query = request.query as RequestValues, fields, ids } = {}) {
      if (!activity || noted) return Promise.resolve();
      const reads = activity.operation === 'read' || activity.operation === 'list';
      if (reads) return writeRead(createReadEntry(app, request, activity, data, { query, ids }));
      const [entry] = createRequestEntries(request, activity, { ...(fields && { fields }) });
      return log.write(entry as ActivityEntry);
    },
    recordRefusal(error, { isPublic } = { isPublic: false }) {
      const entry =
        activity && (isPublic || request.account) ? createRefusalEntry(request, activity, error) : undefined;
      if (entry) writeSoon(entry);
    },
  };
}

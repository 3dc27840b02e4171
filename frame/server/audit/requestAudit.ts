import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { commitIdempotencyKey } from '../accounts/idempotencyRows.ts';
import { consumeQuota } from '../accounts/quotas.ts';
import { HttpError } from '../base/httpError.ts';
import type { Schema } from '../db/databaseSchema.ts';
import type { Services } from '../services.ts';
import type { AuditEntry } from './auditChain.ts';
import { type AuditInfo, holdsPersonalData } from './auditInfo.ts';
import {
  createChangeEntries,
  createChangeEntry,
  createReadEntry,
  createRefusalEntry,
  type EntryExtras,
  type RequestValues,
} from './createAuditEntries.ts';

/** Writes the audit entry of a change. Call it last in the transaction of the change. */
export type Note = (db: Transaction<Schema>, extras?: EntryExtras) => Promise<void>;

/** Writes the audit entries of a request; none if `info` is null. */
export interface RequestAudit {
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

/** Creates the audit of one request, which writes its entry once. */
export function createRequestAudit(
  { app, audit, db }: Pick<Services, 'app' | 'audit' | 'db'>,
  request: FastifyRequest,
  info: AuditInfo | null,
): RequestAudit {
  let noted = false;
  const writeSoon = (entry: AuditEntry) => {
    audit.writeSoon(entry).catch((error: unknown) => {
      request.log.error({ err: error }, 'an entry of the audit trail could not be written');
    });
  };
  const consumeExport = async () => {
    if (request.account) await consumeQuota(db, request.account.id, 'exports');
  };
  const writeRead = async (entry: AuditEntry) => {
    if (entry.operation === 'export') await consumeExport();
    if (holdsPersonalData(app, entry.resource)) await audit.write(entry);
    else writeSoon(entry);
  };
  return {
    async note(db, extras) {
      await commitIdempotency(db, request, extras);
      if (!info) return;
      await audit.appendInTransaction(db, createChangeEntries(request, info, extras));
      noted = true;
    },
    async noteDryRun(fields) {
      if (!info) return;
      const { resource, operation: asked } = info;
      await audit.write({ ...createChangeEntry(request, { operation: 'read', resource }), details: { asked, fields } });
      noted = true;
    },
    async recordExport(ids) {
      if (!info) return;
      await consumeExport();
      const entry = createChangeEntry(request, { operation: 'export', resource: info.resource }, { fields: [] });
      await audit.write({ ...entry, details: { count: ids.length }, ids });
      noted = true;
    },
    // Not async, so that it does not hold `data` while it waits.
    recordSuccess(data, { query = request.query as RequestValues, fields, ids } = {}) {
      if (!info || noted) return Promise.resolve();
      const reads = info.operation === 'read' || info.operation === 'list';
      if (!reads) return audit.write(createChangeEntry(request, info, { ...(fields && { fields }) }));
      return writeRead(createReadEntry(app, request, info, data, { query, ids }));
    },
    recordRefusal(error, { isPublic } = { isPublic: false }) {
      const entry = info && (isPublic || request.account) ? createRefusalEntry(request, info, error) : undefined;
      if (entry) writeSoon(entry);
    },
  };
}

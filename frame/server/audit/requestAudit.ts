import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { consumeQuota } from '../accounts/quotas.ts';
import type { Schema } from '../db/databaseSchema.ts';
import type { Services } from '../services.ts';
import { type AuditInfo, holdsPersonalData } from './auditInfo.ts';
import {
  createChangeEntries,
  createChangeEntry,
  createReadEntry,
  createRefusalEntry,
  type EntryExtras,
  type RequestValues,
} from './createAuditEntries.ts';

/** Writes a change's audit entry in the change's own transaction: call it last there, so that none is without the other. */
export type Note = (db: Transaction<Schema>, extras?: EntryExtras) => Promise<void>;

/** What one request leaves in the audit trail; nothing where `info` is null. */
export interface RequestAudit {
  note: Note;
  /** In place of a change that was only tried out: what was asked, and with which fields. */
  noteDryRun(fields: readonly string[]): Promise<void>;
  /** In place of `done`, for a file of these records that leaves the house. */
  recordExport(ids: readonly string[]): Promise<void>;
  /**
   * Call it before a good reply is sent. A change that has not noted itself is written now, and so is a reading that
   * gives out personal data: the request fails where that fails. Any other reading is written with others a moment
   * later, and trouble with it is logged.
   */
  recordSuccess(data: unknown, given?: ReplyInfo): Promise<void>;
  /** Call it with the error of a request; of people who are not signed in only sign-in and reset count (`open`). */
  recordRefusal(error: Error, open?: boolean): void;
}

/** What a reply gives, where the request's query and the reply's data do not say it. */
export interface ReplyInfo {
  query?: RequestValues;
  /** The fields that were sent. */
  fields?: readonly string[];
  /** The records that a list gave out. */
  ids?: readonly string[] | undefined;
}

export function createRequestAudit(
  { audit, db }: Pick<Services, 'audit' | 'db'>,
  request: FastifyRequest,
  info: AuditInfo | null,
): RequestAudit {
  let noted = false;
  const soon = (entry: Parameters<typeof audit.writeSoon>[0]) => {
    audit.writeSoon(entry).catch((error: unknown) => {
      request.log.error({ err: error }, 'an entry of the audit trail could not be written');
    });
  };
  /** Runs before an export is sent. */
  const spend = async () => {
    if (request.account) await consumeQuota(db, request.account.id, 'exports');
  };
  return {
    async note(db, extras) {
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
      await spend();
      const entry = createChangeEntry(request, { operation: 'export', resource: info.resource }, { fields: [] });
      await audit.write({ ...entry, details: { count: ids.length }, ids });
      noted = true;
    },
    async recordSuccess(data, { query = request.query as RequestValues, fields, ids } = {}) {
      if (!info || noted) return;
      const reads = info.operation === 'read' || info.operation === 'list';
      if (!reads) return audit.write(createChangeEntry(request, info, { ...(fields && { fields }) }));
      const entry = createReadEntry(request, info, data, { query, ids });
      if (entry.operation === 'export') await spend();
      if (holdsPersonalData(info.resource)) await audit.write(entry);
      else soon(entry);
    },
    recordRefusal(error, open = false) {
      const entry = info && (open || request.account) ? createRefusalEntry(request, info, error) : undefined;
      if (entry) soon(entry);
    },
  };
}

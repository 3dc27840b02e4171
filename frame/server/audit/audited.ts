import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { Services } from '../services.ts';
import type { Schema } from '../store/schema.ts';
import { type Deed, isSensitive } from './deeds.ts';
import { changeEntries, changeEntry, readEntry, refusedEntry, type Told, type Values } from './entries.ts';

/** Writes a change's audit entry in the change's own transaction: call it last there, so that none is without the other. */
export type Note = (db: Transaction<Schema>, told?: Told) => Promise<void>;

/** What one request leaves in the audit trail; nothing where `deed` is null. */
export interface Audited {
  note: Note;
  /** In place of a change that was only tried out: what was asked, and with which fields. */
  tried(fields: readonly string[]): Promise<void>;
  /** In place of `done`, for a file of these records that leaves the house. */
  exported(ids: readonly string[]): Promise<void>;
  /**
   * Call it before a good reply is sent. A change that has not noted itself is written now, and so is a reading that
   * gives out personal data: the request fails where that fails. Any other reading is written with others a moment
   * later, and trouble with it is logged.
   */
  done(data: unknown, told?: Given): Promise<void>;
  /** Call it with the error of a request; of people who are not known only sign-in and reset count (`open`). */
  refused(error: Error, open?: boolean): void;
}

/** What a reply gives, where it is not told by the request's query and the reply's data. */
export interface Given {
  query?: Values;
  /** The fields that were sent. */
  fields?: readonly string[];
  /** The records that a list gave out. */
  ids?: readonly string[] | undefined;
}

export function audited({ audit }: Pick<Services, 'audit'>, request: FastifyRequest, deed: Deed | null): Audited {
  let noted = false;
  const soon = (entry: Parameters<typeof audit.gather>[0]) => {
    audit.gather(entry).catch((error: unknown) => {
      request.log.error({ err: error }, 'an entry of the audit trail could not be written');
    });
  };
  return {
    async note(db, told) {
      if (!deed) return;
      await audit.within(db, changeEntries(request, deed, told));
      noted = true;
    },
    async tried(fields) {
      if (!deed) return;
      const { resource, deed: asked } = deed;
      await audit.write({ ...changeEntry(request, { deed: 'read', resource }), details: { asked, fields } });
      noted = true;
    },
    async exported(ids) {
      if (!deed) return;
      const entry = changeEntry(request, { deed: 'export', resource: deed.resource }, { fields: [] });
      await audit.write({ ...entry, details: { count: ids.length }, ids });
      noted = true;
    },
    async done(data, { query = request.query as Values, fields, ids } = {}) {
      if (!deed || noted) return;
      const reads = deed.deed === 'read' || deed.deed === 'list';
      if (!reads) return audit.write(changeEntry(request, deed, { ...(fields && { fields }) }));
      const entry = readEntry(request, deed, data, { query, ids });
      if (isSensitive(deed.resource)) await audit.write(entry);
      else soon(entry);
    },
    refused(error, open = false) {
      const entry = deed && (open || request.account) ? refusedEntry(request, deed, error) : undefined;
      if (entry) soon(entry);
    },
  };
}

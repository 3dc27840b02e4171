import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { Services } from '../services.ts';
import type { Schema } from '../store/schema.ts';
import type { Deed } from './deeds.ts';
import { changeEntry, readEntry, refusedEntry, type Told, type Values } from './entries.ts';

/** Writes a change's audit entry in the change's own transaction: call it last there, so that none is without the other. */
export type Note = (db: Transaction<Schema>, told?: Told) => Promise<void>;

/** What one request leaves in the audit trail; nothing where `deed` is null. */
export interface Audited {
  note: Note;
  /** Nothing was done, and nothing of a record shown: a good reply leaves no entry. */
  skip(): void;
  /**
   * Call it before a good reply is sent. A change that has not noted itself is written now, and fails the request
   * where that fails; a reading is written with others a moment later, and trouble with it is logged. `query` is what
   * a list was asked for, `fields` what was sent, where the request has them in another form.
   */
  done(data: unknown, told?: { query?: Values; fields?: readonly string[] }): Promise<void>;
  /** Call it with the error of a request; of people who are not known only sign-in and reset count (`open`). */
  refused(error: Error, open?: boolean): void;
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
      const ids = told?.recordIds ?? [told?.recordId];
      await audit.within(
        db,
        ids.map((recordId) => changeEntry(request, deed, { ...told, recordId })),
      );
      noted = true;
    },
    skip() {
      noted = true;
    },
    async done(data, { query = request.query as Values, fields } = {}) {
      if (!deed || noted) return;
      if (deed.deed === 'read' || deed.deed === 'list') soon(readEntry(request, deed, data, query));
      else await audit.write(changeEntry(request, deed, { ...(fields && { fields }) }));
    },
    refused(error, open = false) {
      const entry = deed && (open || request.account) ? refusedEntry(request, deed, error) : undefined;
      if (entry) soon(entry);
    },
  };
}

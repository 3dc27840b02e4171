import type { FastifyRequest } from 'fastify';
import { isSensitive } from '../audit/deeds.ts';
import type { Told } from '../files/addresses.ts';
import type { Services } from '../services.ts';
import type { AuditEntry } from '../store/audit.ts';

/** Milliseconds in which photos are told of together: a list's come side by side. */
const TOGETHER = 20;

/**
 * Tells the trail which file is about to be shown, to whom and of which record; what it cannot tell of is not shown.
 * Documents have a row each, photos that a session asks for together have one.
 */
export function tellShown({ audit }: Pick<Services, 'audit'>) {
  const photos = new Map<string, { entry: AuditEntry & { ids: string[] }; written: Promise<void> }>();

  function entryOf(request: FastifyRequest, { owner, reader }: Told) {
    const details = { of: owner.resource, session: reader.sessionId };
    const by = { at: Date.now(), accountId: reader.id, address: request.ip, resource: owner.as };
    return owner.as === 'photos'
      ? { ...by, deed: 'list' as const, recordId: null, details, ids: [owner.id] }
      : { ...by, deed: 'read' as const, recordId: owner.id, details };
  }
  /** One row for all of a session's, once a moment has passed. */
  function together(key: string, entry: AuditEntry & { ids: string[] }): Promise<void> {
    const found = photos.get(key);
    if (found) {
      if (!found.entry.ids.includes(entry.ids[0] as string)) found.entry.ids.push(...entry.ids);
      return found.written;
    }
    const written = new Promise((resolve) => setTimeout(resolve, TOGETHER)).then(() => {
      photos.delete(key);
      return audit.write({ ...entry, details: { ...entry.details, count: entry.ids.length } });
    });
    photos.set(key, { entry, written });
    return written;
  }

  return async (request: FastifyRequest, told: Told): Promise<void> => {
    const entry = entryOf(request, told);
    const key = [told.reader.sessionId, told.owner.resource, request.ip].join(' ');
    const written = 'ids' in entry ? together(key, entry as AuditEntry & { ids: string[] }) : audit.write(entry);
    if (isSensitive(told.owner.resource)) return written;
    written.catch((error: unknown) => {
      request.log.error({ err: error }, 'an entry of the audit trail could not be written');
    });
  };
}

import type { FastifyRequest } from 'fastify';
import { type ActivityEntry, holdsPersonalData } from '../activity/activityLog.ts';
import type { FileAccess } from '../files/fileUrls.ts';
import type { Services } from '../services.ts';

const GROUP_MS = 20;

/**
 * Creates a function that writes an activity entry before a file is sent. Photos requested together share an entry. Only
 * files of personal data wait for their entry and fail without it.
 */
export function createFileActivity({ app, activity }: Pick<Services, 'app' | 'activity'>) {
  const photos = new Map<string, { entry: ActivityEntry & { ids: string[] }; written: Promise<void> }>();

  function entryOf(request: FastifyRequest, { owner, reader }: FileAccess) {
    const details = { of: owner.resource, session: reader.sessionId };
    const by = { at: Date.now(), accountId: reader.id, address: request.ip, resource: owner.as };
    return owner.as === 'photos'
      ? { ...by, operation: 'list' as const, recordId: null, details, ids: [owner.id] }
      : { ...by, operation: 'read' as const, recordId: owner.id, details };
  }
  function together(key: string, entry: ActivityEntry & { ids: string[] }): Promise<void> {
    const found = photos.get(key);
    if (found) {
      if (!found.entry.ids.includes(entry.ids[0] as string)) found.entry.ids.push(...entry.ids);
      return found.written;
    }
    const written = new Promise((resolve) => setTimeout(resolve, GROUP_MS)).then(() => {
      photos.delete(key);
      return activity.write({ ...entry, details: { ...entry.details, count: entry.ids.length } });
    });
    photos.set(key, { entry, written });
    return written;
  }

  return async (request: FastifyRequest, access: FileAccess): Promise<void> => {
    const entry = entryOf(request, access);
    const key = [access.reader.sessionId, access.owner.resource, request.ip].join(' ');
    const written = 'ids' in entry ? together(key, entry as ActivityEntry & { ids: string[] }) : activity.write(entry);
    if (holdsPersonalData(app, access.owner.resource)) return written;
    written.catch((error: unknown) => {
      request.log.error({ err: error }, 'an entry of the activity log could not be written');
    });
  };
}

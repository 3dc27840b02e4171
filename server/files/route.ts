import type { FastifyInstance } from 'fastify';
import { uploadName } from '../collections/uploads.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { documentName } from '../store/appointments.ts';
import { liveSession } from '../store/sessions.ts';
import type { Told } from './addresses.ts';
import { endingIn } from './names.ts';
import { tellShown } from './shown.ts';

/** A file runs nothing, shows nothing but itself, and stands in no page of others. */
const POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  pdf: 'application/pdf',
};

/** What a file is called when it is saved: as the person called it who sent it, where that is known. */
async function nameOf(path: string, { owner }: Told, { db, resources }: Services): Promise<string> {
  const standard = `${owner.as === 'photos' ? 'photo' : 'file'}.${path.split('.').pop()}`;
  if (owner.resource === 'appointments') return (await documentName(db, owner.id, path)) ?? standard;
  const collection = resources.some(({ name, api }) => name === owner.resource && !api);
  return (collection && (await uploadName(db, path))) || standard;
}

/** Uploads, by the addresses that replies give out: as long as the session lives that was given them, and never kept. */
export function registerFiles(app: FastifyInstance, services: Services): void {
  const { config, db, files } = services;
  const tell = tellShown(services);
  app.get<{ Params: { path: string }; Querystring: Record<string, unknown> }>(
    '/uploads/:path',
    { schema: { hide: true } as object },
    async (request, reply) => {
      const { path } = request.params;
      const told = files.read(path, request.query);
      if (told === 'forged' || !files.knows(path)) throw notFound();
      const live =
        told !== 'expired' && (await liveSession(db, told.reader.sessionId, told.reader.id, config.idleMinutes));
      if (told === 'expired' || !live) throw new Refusal(410, 'server.linkExpired');
      const found = await files.place.get(path);
      if (!found) throw notFound();
      try {
        await tell(request, told);
        const ending = path.split('.').pop() ?? '';
        const name = encodeURIComponent(endingIn(await nameOf(path, told, services), ending));
        // A document is never shown within our origin.
        const shown = ending === 'pdf' ? 'attachment' : 'inline';
        return reply
          .header('cache-control', 'private, no-store')
          .header('content-disposition', `${shown}; filename*=UTF-8''${name}`)
          .header('content-security-policy', POLICY)
          .header('content-length', found.size)
          .type(TYPES[ending] ?? 'application/octet-stream')
          .send(found.content);
      } catch (cause) {
        found.content.destroy();
        throw cause;
      }
    },
  );
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { liveSession } from '../accounts/sessionRows.ts';
import { notFound, Refusal, unauthorized } from '../base/refusal.ts';
import type { FileAccess } from '../files/addresses.ts';
import { endingIn } from '../files/names.ts';
import { tokenOf } from '../http/authenticate.ts';
import { serverParts } from '../parts.ts';
import { uploadName } from '../records/write/recordUploads.ts';
import type { Services } from '../services.ts';
import { auditShown } from './shown.ts';

/** A file runs nothing, shows nothing but itself, and stands in no page of others. */
const POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  pdf: 'application/pdf',
};

/** What a file is called when it is saved: as the person called it who sent it, where that is known. */
async function nameOf(path: string, { owner }: FileAccess, { db, resources }: Services): Promise<string> {
  const standard = `${owner.as === 'photos' ? 'photo' : 'file'}.${path.split('.').pop()}`;
  const own = serverParts().fileNames?.[owner.resource];
  if (own) return (await own(db, owner.id, path)) ?? standard;
  const collection = resources.some(({ name, api }) => name === owner.resource && !api);
  return (collection && (await uploadName(db, path))) || standard;
}

/**
 * Uploads, by the addresses that replies give out, for the session that was given them: by its cookie or its token, as
 * long as it lives; nothing of it is kept.
 */
export function registerFiles(app: FastifyInstance, services: Services): void {
  const { config, db, files, fileCookies, tokens } = services;
  const auditFile = auditShown(services);
  const isOf = async (request: FastifyRequest, { id, sessionId }: FileAccess['reader']) => {
    if (fileCookies.shows(request, sessionId)) return true;
    const claims = await tokens.read(tokenOf(request.headers.authorization));
    return claims?.accountId === id && claims.sessionId === sessionId;
  };
  app.get<{ Params: { path: string }; Querystring: Record<string, unknown> }>(
    '/uploads/:path',
    { schema: { hide: true } as object },
    async (request, reply) => {
      const { path } = request.params;
      const access = files.read(path, request.query);
      if (access === 'forged' || !files.knows(path)) throw notFound();
      const over = () => new Refusal(410, 'server.linkExpired');
      if (access === 'expired') throw over();
      const { reader, alone } = access;
      if (!alone && !(await isOf(request, reader))) throw unauthorized();
      if (!(await liveSession(db, reader.sessionId, reader.id, config.idleMinutes))) throw over();
      const found = await files.place.get(path);
      if (!found) throw notFound();
      try {
        await auditFile(request, access);
        const ending = path.split('.').pop() ?? '';
        const name = encodeURIComponent(endingIn(await nameOf(path, access, services), ending));
        // A document is never shown within our origin.
        const shown = ending === 'pdf' ? 'attachment' : 'inline';
        return (
          reply
            .header('cache-control', 'private, no-store')
            .header('content-disposition', `${shown}; filename*=UTF-8''${name}`)
            .header('content-security-policy', POLICY)
            // Where a page of another site was given the address, it may show the picture.
            .headers(alone ? { 'cross-origin-resource-policy': 'cross-origin' } : {})
            .header('content-length', found.size)
            .type(TYPES[ending] ?? 'application/octet-stream')
            .send(found.content)
        );
      } catch (cause) {
        found.content.destroy();
        throw cause;
      }
    },
  );
}

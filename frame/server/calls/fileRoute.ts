import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findBearerTokens } from '../accounts/bearerTokens.ts';
import { findLiveSession } from '../accounts/sessionRows.ts';
import { HttpError, notFound, unauthorized } from '../base/httpError.ts';
import { ensureExtension } from '../files/fileNames.ts';
import { isUploadPath } from '../files/fileStore.ts';
import type { FileAccess } from '../files/fileUrls.ts';
import { getBearerToken } from '../http/authenticate.ts';
import { findUploadName } from '../records/write/recordUploads.ts';
import type { Services } from '../services.ts';
import { createFileActivity } from './fileActivity.ts';

const FILE_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

const CONTENT_TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  pdf: 'application/pdf',
};

async function getDownloadName(path: string, { owner }: FileAccess, { app, db, resources }: Services): Promise<string> {
  const standard = `${owner.as === 'photos' ? 'photo' : 'file'}.${path.split('.').pop()}`;
  const own = app.fileNames?.[owner.resource];
  if (own) return (await own(db, owner.id, path)) ?? standard;
  const collection = resources.some(({ name, api }) => name === owner.resource && !api);
  return (collection && (await findUploadName(db, path))) || standard;
}

/** Serves uploads by signed URL to the session that received it, by cookie or token. Nothing is cached. */
export function registerFileRoute(app: FastifyInstance, services: Services): void {
  const { app: parts, config, db, files, fileCookies, tokens } = services;
  const noteFile = createFileActivity(services);
  const isOf = async (request: FastifyRequest, { id, sessionId }: FileAccess['reader']) => {
    if (fileCookies.isPresent(request, sessionId)) return true;
    const token = getBearerToken(request.headers.authorization);
    const bearer = findBearerTokens(parts, token);
    if (bearer) {
      const found = await bearer.identify(services, token);
      return found?.account.id === id && found.account.sessionId === sessionId;
    }
    const claims = await tokens.verify(token);
    return claims?.accountId === id && claims.sessionId === sessionId;
  };
  const findLive = ({ id, sessionId }: FileAccess['reader']): Promise<unknown> =>
    findBearerTokens(parts, sessionId)?.isLive(services, sessionId) ??
    findLiveSession(db, sessionId, id, config.idleMinutes);
  app.get<{ Params: { path: string }; Querystring: Record<string, unknown> }>(
    '/uploads/:path',
    { schema: { hide: true } as object },
    async (request, reply) => {
      const { path } = request.params;
      const access = files.parseUrl(path, request.query);
      if (access === 'forged' || !isUploadPath(path)) throw notFound();
      const over = () => new HttpError(410, 'server.linkExpired');
      if (access === 'expired') throw over();
      const { reader, worksAlone } = access;
      if (!worksAlone && !(await isOf(request, reader))) throw unauthorized();
      if (!(await findLive(reader))) throw over();
      const found = await files.storage.get(path);
      if (!found) throw notFound();
      try {
        await noteFile(request, access);
        const ending = path.split('.').pop() ?? '';
        const name = encodeURIComponent(ensureExtension(await getDownloadName(path, access, services), ending));
        // Documents never open within our origin.
        const shown = ending === 'pdf' ? 'attachment' : 'inline';
        return (
          reply
            .header('cache-control', 'private, no-store')
            .header('content-disposition', `${shown}; filename*=UTF-8''${name}`)
            .header('content-security-policy', FILE_POLICY)
            // Portals of other origins may show the picture.
            .headers(worksAlone ? { 'cross-origin-resource-policy': 'cross-origin' } : {})
            .header('content-length', found.size)
            .type(CONTENT_TYPES[ending] ?? 'application/octet-stream')
            .send(found.content)
        );
      } catch (cause) {
        found.content.destroy();
        throw cause;
      }
    },
  );
}

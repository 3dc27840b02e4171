import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_ROOT } from '../../src/wire/call.ts';
import type { Services } from '../services.ts';
import { notFound, Refusal } from './refusal.ts';
import { sendRefusal } from './replies.ts';

/** Below this everything is named by its content's hash. */
const HASHED = '/assets/';

/**
 * The portal's own files and the uploads. Every address of the portal gives its one page; an unknown one below the
 * API, or of a file, is refused in the envelope.
 */
export async function registerStatics(app: FastifyInstance, { config, files }: Services): Promise<void> {
  const hasPortal = existsSync(join(config.portalDir, 'index.html'));
  await app.register(fastifyStatic, {
    root: hasPortal ? config.portalDir : config.dataDir,
    serve: hasPortal,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const forever = path.includes(HASHED);
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  app.get<{ Params: { path: string; name: string }; Querystring: Record<string, unknown> }>(
    '/uploads/:path/:name',
    { schema: { hide: true } as object },
    async (request, reply) => {
      const { path, name } = request.params;
      const place = files.locate(path);
      const state = files.check(path, name, request.query);
      if (state === 'expired') throw new Refusal(410, 'server.linkExpired');
      if (state === 'forged' || !place || !existsSync(place)) throw notFound();
      // A document is never shown within our origin.
      const shown = path.endsWith('.pdf') ? 'attachment' : 'inline';
      reply
        .header('cache-control', 'private, max-age=3600')
        .header('content-disposition', `${shown}; filename*=UTF-8''${encodeURIComponent(name)}`)
        .header('content-security-policy', "default-src 'none'; sandbox");
      return reply.sendFile(basename(place), dirname(place), { cacheControl: false, preCompressed: false } as object);
    },
  );

  app.setNotFoundHandler((request, reply) =>
    hasPortal && isPage(request) ? sendPage(reply) : sendRefusal(request, reply, notFound()),
  );
}

/** An address that people see: no call, no file. */
function isPage({ method, url }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? '';
  const reserved = [`${API_ROOT}/`, '/uploads/', HASHED].some((start) => path.startsWith(start)) || path === '/api';
  return (
    (method === 'GET' || method === 'HEAD') &&
    !reserved &&
    !path.startsWith('/api/') &&
    !path.slice(path.lastIndexOf('/')).includes('.')
  );
}

const sendPage = (reply: FastifyReply) => reply.code(200).header('cache-control', 'no-cache').sendFile('index.html');

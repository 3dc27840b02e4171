import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_ROOT } from '../../wire/call.ts';
import { notFound } from '../base/httpError.ts';
import type { Services } from '../services.ts';
import { sendError } from './replies.ts';

/** Below this everything is named by its content's hash. */
const HASHED_PATH = '/assets/';
/** Of a script or a style the page's policy counts, which names each style in it: a short one will do for the file. */
const FILE_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/**
 * The portal's own files. Every address of the portal gives its one page; an unknown one below the
 * API, or of a file, is refused in the envelope.
 */
export async function registerStaticFiles(app: FastifyInstance, { config }: Services): Promise<void> {
  const hasPortal = existsSync(join(config.portalDir, 'index.html'));
  await app.register(fastifyStatic, {
    root: hasPortal ? config.portalDir : config.dataDir,
    serve: hasPortal,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const forever = path.includes(HASHED_PATH);
      if (path.endsWith('.svg')) reply.header('content-type', 'image/svg+xml; charset=utf-8');
      if (forever) {
        reply.header('content-security-policy', FILE_POLICY);
        // A browser never asks again for what is kept for good: nothing to ask by, twenty times over.
        reply.removeHeader('etag').removeHeader('last-modified');
      }
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  // Each try of @fastify/static for a compressed file adds listeners to the same response; Node warns at 11.
  app.addHook('onRequest', async (_request, reply) => void reply.raw.setMaxListeners(20));
  app.setNotFoundHandler((request, reply) =>
    hasPortal && isPageRequest(request) ? sendIndexPage(reply) : sendError(request, reply, notFound()),
  );
}

/** An address that people see: no call, no file. */
function isPageRequest({ method, url }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? '';
  const reserved =
    [`${API_ROOT}/`, '/uploads/', HASHED_PATH].some((start) => path.startsWith(start)) || path === '/api';
  return (
    (method === 'GET' || method === 'HEAD') &&
    !reserved &&
    !path.startsWith('/api/') &&
    !path.slice(path.lastIndexOf('/')).includes('.')
  );
}

const sendIndexPage = (reply: FastifyReply) =>
  reply.code(200).header('cache-control', 'no-cache').sendFile('index.html');

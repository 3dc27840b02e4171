import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_ROOT } from '../../wire/call.ts';
import { SIGN_IN_METHODS_COOKIE } from '../../wire/signInMethods.ts';
import { createHostCookie } from '../base/hostCookie.ts';
import { notFound } from '../base/httpError.ts';
import type { Config } from '../config.ts';
import type { Services } from '../services.ts';
import { sendError } from './replies.ts';

const HASHED_PATH = '/assets/';
/** Browsers apply the page's policy to scripts and styles, so this short one is enough. */
const FILE_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Creates the cookie that tells the sign-in page which ways to sign in plug-ins offer, with their labels. */
function createMethodsCookie(config: Config): string | undefined {
  const labels = (config.app.plugins ?? []).flatMap(({ plugin, signInMethod }) => {
    const label = signInMethod?.(config);
    return label === undefined ? [] : [[plugin.name, label]];
  });
  if (labels.length === 0) return undefined;
  const value = new URLSearchParams(labels).toString();
  return createHostCookie(config, { name: SIGN_IN_METHODS_COOKIE, value, sameSite: 'strict' });
}

/** Serves the built portal. Every other path outside the API returns index.html, unless it names a file. */
export async function registerStaticFiles(app: FastifyInstance, { config }: Services): Promise<void> {
  const cookie = createMethodsCookie(config);
  const hasPortal = existsSync(join(config.portalDir, 'index.html'));
  await app.register(fastifyStatic, {
    root: hasPortal ? config.portalDir : config.dataDir,
    serve: hasPortal,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      if (cookie && basename(path).startsWith('index.html')) reply.header('set-cookie', cookie);
      const forever = path.includes(HASHED_PATH);
      if (path.endsWith('.svg')) reply.header('content-type', 'image/svg+xml; charset=utf-8');
      if (forever) {
        reply.header('content-security-policy', FILE_POLICY);
        // Immutable files are never revalidated.
        reply.removeHeader('etag').removeHeader('last-modified');
      }
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  // @fastify/static adds listeners for each compressed variant that it tries; Node warns at 11.
  app.addHook('onRequest', async (_request, reply) => void reply.raw.setMaxListeners(20));
  app.setNotFoundHandler((request, reply) =>
    hasPortal && isPageRequest(request) ? sendIndexPage(reply) : sendError(request, reply, notFound()),
  );
}

/** Creates a test for requests that `registerStaticFiles` answers with a file of the built portal. */
export function createPageFileCheck(portalDir: string): (request: FastifyRequest) => boolean {
  const paths = new Set(globSync('**', { cwd: portalDir }).map((path) => `/${path.replaceAll('\\', '/')}`));
  if (!paths.has('/index.html')) return () => false;
  return (request) =>
    paths.has(request.url.split('?')[0] ?? '') || request.url === '/' || (request.is404 && isPageRequest(request));
}

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

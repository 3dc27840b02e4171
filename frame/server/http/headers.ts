import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { listForeignHosts } from '../../config/app/hosts.ts';
import type { AnyResource } from '../../config/resource.ts';
import type { Field } from '../../fields/kind.ts';
import { tooManyRequests } from '../base/httpError.ts';
import { getNetwork } from '../base/network.ts';
import type { Config } from '../config.ts';
import type { Services } from '../services.ts';
import type { Tokens } from './accessTokens.ts';
import { getBearerToken } from './authenticate.ts';

/** Hash of the empty text: Emotion (MUI) adds empty <style> elements and fills them by script. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

const isFile = ({ storage }: Field['kind']) => storage === 'file' || storage === 'files';
const getHostOrigins = (resources: readonly AnyResource[]) => [
  ...new Set(listForeignHosts(resources).map(({ origin }) => origin)),
];

export type SecurityHeaders = ReturnType<typeof createSecurityHeaders>;

/** Creates the security headers of all replies: own scripts only, no frames, no MIME sniffing. */
export function createSecurityHeaders(config: Config, resources: readonly AnyResource[]) {
  const withFiles = resources.filter(({ fields }) => Object.values(fields).some(({ kind }) => isFile(kind)));
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", EMPTY_STYLE],
        imgSrc: ["'self'", 'data:', 'blob:', ...getHostOrigins(withFiles)],
        connectSrc: ["'self'", ...(config.app.connectSources?.(config) ?? []), ...getHostOrigins(resources)],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: config.publicUrl?.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  });
  // Computed once, since they are the same for every reply.
  const request = new IncomingMessage(new Socket());
  const sample = new ServerResponse(request);
  secure(request, sample, (error) => {
    if (error) throw error;
  });
  return sample.getHeaders();
}

/**
 * Names who a request counts for: the account of a valid token, or else the network. A clinic whose people share one
 * address is not locked out by one of them.
 */
async function findRequester({ ip, headers }: FastifyRequest, tokens: Tokens): Promise<string> {
  const { authorization } = headers;
  const claims = authorization ? await tokens.verify(getBearerToken(authorization)) : null;
  return claims ? `account ${claims.accountId}` : getNetwork(ip);
}

/** Registers security headers, CORS and the limit of requests per account or network. */
export async function registerHeaders(
  app: FastifyInstance,
  { config, tokens }: Pick<Services, 'config' | 'tokens'>,
  headers: SecurityHeaders,
): Promise<void> {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  if (config.corsOrigins.length > 0)
    await app.register(cors, {
      origin: config.corsOrigins,
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      exposedHeaders: ['Content-Range', 'Idempotent-Replayed'],
    });
  await app.register(rateLimit, {
    global: false,
    timeWindow: '1 minute',
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(Math.ceil(ttl / 1000)),
  });
  const keyGenerator = (request: FastifyRequest) => findRequester(request, tokens);
  const limit = app.rateLimit({ max: config.requestsPerMinute, keyGenerator });
  // A hook of the app runs before those of routes, so it also counts requests that these refuse. The plugin applies one
  // limit to a request: routes with a limit of their own are left to it.
  app.addHook('onRequest', async function limitRequests(request, reply) {
    if (!('rateLimit' in request.routeOptions.config)) await limit.call(this, request, reply);
  });
}

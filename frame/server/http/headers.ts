import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { listForeignHosts } from '../../config/app/hosts.ts';
import type { AnyResource } from '../../config/resource.ts';
import type { Field } from '../../fields/kind.ts';
import { tooManyRequests } from '../base/httpError.ts';
import { getNetwork } from '../base/network.ts';
import type { Config } from '../config.ts';

/** A whole clinic may share one address. */
const MAX_REQUESTS_PER_MINUTE = 3000;
/** Hash of the empty text: Emotion (MUI) adds empty <style> elements and fills them by script. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
const PUSH_HOSTS = ['https://firebaseinstallations.googleapis.com', 'https://fcmregistrations.googleapis.com'];

const isFile = ({ storage }: Field['kind']) => storage === 'file' || storage === 'files';
const getHostOrigins = (resources: readonly AnyResource[]) => [
  ...new Set(listForeignHosts(resources).map(({ origin }) => origin)),
];

export type SecurityHeaders = ReturnType<typeof createSecurityHeaders>;

/** Creates the security headers of all replies: own scripts only, no frames, no MIME sniffing. */
export function createSecurityHeaders(config: Config, resources: readonly AnyResource[]) {
  const withFiles = resources.filter(({ fields }) => Object.values(fields).some(({ kind }) => isFile(kind)));
  const hasPush = Object.keys(config.firebase).length > 0;
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", EMPTY_STYLE],
        imgSrc: ["'self'", 'data:', 'blob:', ...getHostOrigins(withFiles)],
        connectSrc: ["'self'", ...(hasPush ? PUSH_HOSTS : []), ...getHostOrigins(resources)],
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

/** Registers security headers, CORS and the rate limit per network. */
export async function registerHeaders(app: FastifyInstance, config: Config, headers: SecurityHeaders): Promise<void> {
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
    max: MAX_REQUESTS_PER_MINUTE,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => getNetwork(ip),
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(Math.ceil(ttl / 1000)),
  });
}

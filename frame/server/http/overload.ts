import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { API_ROOT } from '../../wire/call.ts';
import { EVENTS_PATH } from '../../wire/events.ts';
import { HttpError } from '../base/httpError.ts';
import { hasPendingBody } from '../base/slowRequests.ts';
import type { Config } from '../config.ts';
import { sendError } from './replies.ts';
import { createPageFileCheck } from './staticFiles.ts';

const SAMPLE_INTERVAL_MS = 250;

const createBusyError = () => new HttpError(503, 'server.busy', { retryAfter: 2 });

/**
 * Rejects new requests (503, Retry-After) while the server is overloaded, so that running requests finish.
 * Overload is an event loop delay over `maxDelayMs`, or over `maxRequests` running requests, which may wait for the
 * disk. Files of the portal are served all the same: a page that lacks one does not start, and cannot try again.
 */
export async function registerOverloadProtection(
  app: FastifyInstance,
  { maxDelayMs, maxRequests, portalDir }: Config,
): Promise<void> {
  const isPageFile = createPageFileCheck(portalDir);
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    // Without a measurement in between, under-pressure would see an infinite delay.
    sampleInterval: Math.max(SAMPLE_INTERVAL_MS, maxDelayMs),
    pressureHandler: async (request, reply) => {
      if (!isPageFile(request)) await sendError(request, reply, createBusyError());
    },
  });
  let running = 0;
  app.addHook('onRequest', async (request, reply) => {
    // Event streams stay open for hours without work.
    if (request.routeOptions.url === API_ROOT + EVENTS_PATH || isPageFile(request)) return;
    if (running >= maxRequests) throw createBusyError();
    const count = () => {
      if (reply.raw.writableEnded || reply.raw.destroyed) return;
      running += 1;
      reply.raw.once('close', () => {
        running -= 1;
      });
    };
    // A request counts from the moment its body is complete (see slowRequests.ts).
    if (hasPendingBody(request.raw)) request.raw.once('end', count);
    else count();
  });
}

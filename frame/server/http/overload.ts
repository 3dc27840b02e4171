import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { API_ROOT } from '../../wire/call.ts';
import { EVENTS_PATH } from '../../wire/events.ts';
import { HttpError } from '../base/httpError.ts';
import { hasPendingBody } from '../base/slowRequests.ts';
import type { Config } from '../config.ts';
import { sendError } from './replies.ts';

/** Milliseconds between two looks at how far behind the server is, where the limit is no longer than that. */
const SAMPLE_INTERVAL_MS = 250;

const createBusyError = () => new HttpError(503, 'server.busy', { retryAfter: 2 });

/**
 * Where more comes in than can be done, new requests are turned away (503, Retry-After), so that those under way
 * get their answer; it takes in again as soon as it keeps up. Too much is what holds the process up for `maxDelayMs`, or
 * more than `maxRequests` under way: those wait for the disk, which the process does not feel.
 */
export async function registerOverloadProtection(
  app: FastifyInstance,
  { maxDelayMs, maxRequests }: Config,
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    // No look without a measurement in between: that would count as endlessly far behind.
    sampleInterval: Math.max(SAMPLE_INTERVAL_MS, maxDelayMs),
    pressureHandler: async (request, reply) => {
      await sendError(request, reply, createBusyError());
    },
  });
  let underWay = 0;
  app.addHook('onRequest', async (request, reply) => {
    // A stream of events is open for hours and asks for nothing.
    if (request.routeOptions.url === API_ROOT + EVENTS_PATH) return;
    if (underWay >= maxRequests) throw createBusyError();
    const count = () => {
      if (reply.raw.writableEnded || reply.raw.destroyed) return;
      underWay += 1;
      reply.raw.once('close', () => {
        underWay -= 1;
      });
    };
    // Until its body is there, a request keeps nobody busy (see unfinished.ts).
    if (hasPendingBody(request.raw)) request.raw.once('end', count);
    else count();
  });
}

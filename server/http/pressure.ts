import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { Refusal } from './refusal.ts';
import { sendRefusal } from './replies.ts';

/** Milliseconds between two looks at how far behind the server is, where the limit is no longer than that. */
const SAMPLE = 250;

/**
 * Where more comes in than can be done, new requests are turned away (503, Retry-After), so that those under way
 * get their answer; it takes in again as soon as it keeps up.
 */
export async function registerPressure(app: FastifyInstance, { maxDelayMs }: Config): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    // No look without a measurement in between: that would count as endlessly far behind.
    sampleInterval: Math.max(SAMPLE, maxDelayMs),
    pressureHandler: async (request, reply) => {
      await sendRefusal(request, reply, new Refusal(503, 'server.busy', { retryAfter: 2 }));
    },
  });
}

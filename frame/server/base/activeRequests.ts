import type { FastifyInstance } from 'fastify';

const activeRequests = new Set<{ at: number }>();

/** Tracks active requests, so that long work can pause for them. Register it before other hooks. */
export function trackActiveRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    const one = { at: performance.now() };
    activeRequests.add(one);
    reply.raw.once('close', () => activeRequests.delete(one));
    done();
  });
}

/** True if a request of the last `ms` milliseconds is still unanswered. Older ones are long work themselves. */
export function hasRecentRequest(ms: number): boolean {
  const since = performance.now() - ms;
  for (const { at } of activeRequests) if (at > since) return true;
  return false;
}

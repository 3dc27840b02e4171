import type { FastifyInstance } from 'fastify';

/** When each request began that is under way. */
const activeRequests = new Set<{ at: number }>();

/** Counts the requests that are under way, for work that lets them pass (frame/server/base/yieldToEventLoop.ts). Register it first. */
export function trackActiveRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    const one = { at: performance.now() };
    activeRequests.add(one);
    reply.raw.once('close', () => activeRequests.delete(one));
    done();
  });
}

/** Whether somebody waits for the answer to a request that came within the last `ms`; older ones are long themselves. */
export function hasRecentRequest(ms: number): boolean {
  const since = performance.now() - ms;
  for (const { at } of activeRequests) if (at > since) return true;
  return false;
}

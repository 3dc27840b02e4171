import type { FastifyInstance } from 'fastify';

/** When each request began that is under way. */
const begun = new Set<{ at: number }>();

/** Counts the requests that are under way, for work that lets them pass (frame/server/base/rest.ts). Register it first. */
export function countUnderWay(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    const one = { at: performance.now() };
    begun.add(one);
    reply.raw.once('close', () => begun.delete(one));
    done();
  });
}

/** Whether somebody waits for the answer to a request that came within the last `ms`; older ones are long themselves. */
export function somebodyWaits(ms: number): boolean {
  const since = performance.now() - ms;
  for (const { at } of begun) if (at > since) return true;
  return false;
}

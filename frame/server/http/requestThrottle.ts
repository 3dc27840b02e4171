import type { FastifyInstance } from 'fastify';

const REQUESTS_PER_TICK = 6;

/** Starts a few requests per tick: each tick accepts one connection, so starting all would delay new clients. */
export function throttleRequests(app: FastifyInstance): void {
  const waiting: (() => void)[] = [];
  let scheduled = false;
  const schedule = () => {
    scheduled = true;
    setImmediate(startNext);
  };
  const startNext = () => {
    scheduled = false;
    for (const next of waiting.splice(0, REQUESTS_PER_TICK)) next();
    if (waiting.length > 0 && !scheduled) schedule();
  };
  app.addHook('onRequest', (_request, _reply, done) => {
    waiting.push(done);
    if (!scheduled) schedule();
  });
}

import type { FastifyInstance } from 'fastify';

/** Requests that begin in one turn of the event loop. */
const REQUESTS_PER_TICK = 6;

/**
 * Lets requests begin a few at a time, in their order. A turn of the event loop takes one new connection: were all that
 * is there begun at once, whoever comes new would wait for hundreds of answers to those who are connected already.
 */
export function throttleRequests(app: FastifyInstance): void {
  const waiting: (() => void)[] = [];
  let planned = false;
  const plan = () => {
    planned = true;
    setImmediate(begin);
  };
  const begin = () => {
    planned = false;
    for (const next of waiting.splice(0, REQUESTS_PER_TICK)) next();
    if (waiting.length > 0 && !planned) plan();
  };
  app.addHook('onRequest', (_request, _reply, done) => {
    waiting.push(done);
    if (!planned) plan();
  });
}

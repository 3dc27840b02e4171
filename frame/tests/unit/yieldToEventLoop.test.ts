import { createHook } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { trackActiveRequests } from '../../server/base/activeRequests.ts';
import { createEventLoopYield } from '../../server/base/yieldToEventLoop.ts';

/** Counts the pauses of a millisecond that `work` makes. The test runner has longer timers. */
async function countTimers(work: () => Promise<void>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type, _trigger, timer) {
      if (type === 'Timeout' && '_idleTimeout' in timer && timer._idleTimeout === 1) count += 1;
    },
  }).enable();
  await work().finally(() => hook.disable());
  return count;
}

/** Computes without a pause for longer than a time slice. */
function computeSlice() {
  const until = performance.now() + 6;
  while (performance.now() < until);
}

/** Begins a request; the returned function answers it. */
function beginRequest(): () => void {
  const raw = new EventEmitter();
  const begin = (_name: string, hook: (request: unknown, reply: unknown, done: () => void) => void) =>
    hook({}, { raw }, () => undefined);
  trackActiveRequests({ addHook: begin } as unknown as FastifyInstance);
  return () => raw.emit('close');
}

test('waits for no timer without requests, and gives others their turn', async () => {
  const yieldNow = createEventLoopYield();
  let turns = 0;
  const countTurn = () => {
    turns += 1;
    if (turns < 100) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  const timers = await countTimers(async () => {
    for (let slice = 0; slice < 5; slice++) {
      computeSlice();
      await yieldNow();
    }
  });
  expect(timers).toBe(0);
  expect(turns).toBeGreaterThanOrEqual(5);
});

test('waits a limited time for a request that came in meanwhile', async () => {
  const yieldNow = createEventLoopYield();
  const wait = () =>
    countTimers(async () => {
      computeSlice();
      const answer = beginRequest();
      await yieldNow();
      answer();
    });
  // On a busy machine a request may be an old one at once.
  await expect.poll(wait).toBeGreaterThan(0);
});

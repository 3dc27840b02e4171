import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { hasRecentRequest } from './activeRequests.ts';

/** Milliseconds of work before it yields. */
const SLICE_MS = 4;
/** Minimum pause in milliseconds, so that the event loop can accept new requests. */
const MIN_PAUSE_MS = 1;
/** Maximum pause in milliseconds, so that the work ends even under constant load. */
const MAX_PAUSE_MS = 20;
/** Shorter within a transaction, because waiting requests may need its end. */
const MAX_TRANSACTION_PAUSE_MS = 2;
/** Requests older than this (ms) are long work themselves, or wait for this work. */
const LONG_REQUEST_MS = 40;

/** Pauses until active requests are answered: a request needs several turns of the event loop. */
async function pauseForRequests(minMs: number, maxMs: number): Promise<void> {
  const until = performance.now() + maxMs;
  await (minMs > 0 ? pause(minMs) : nextTurn());
  while (hasRecentRequest(LONG_REQUEST_MS) && performance.now() < until) await pause(MIN_PAUSE_MS);
}

/**
 * Creates a function to call between pieces of work. It pauses once its time slice is over. The pause lasts `minMs` ms
 * without active requests and at most `maxMs` ms with them.
 */
export function createEventLoopYield(minMs = MIN_PAUSE_MS, maxMs = MAX_PAUSE_MS): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined;
    return pauseForRequests(minMs, maxMs).then(() => {
      since = performance.now();
    });
  };
}

/** Creates such a function for work inside a SQLite transaction, whose end others wait for. */
export const createTransactionYield = () => createEventLoopYield(0, MAX_TRANSACTION_PAUSE_MS);

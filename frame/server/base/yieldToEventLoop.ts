import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { hasRecentRequest } from './activeRequests.ts';

/** Milliseconds of work before it yields. */
const SLICE_MS = 4;
/** Milliseconds between two looks for active requests. */
const PAUSE_MS = 1;
/** Maximum pause in milliseconds, so that the work ends even under constant load. */
const MAX_PAUSE_MS = 20;
/** Shorter within a transaction, because waiting requests may need its end. */
const MAX_TRANSACTION_PAUSE_MS = 2;
/** Requests older than this (ms) are long work themselves, or wait for this work. */
const LONG_REQUEST_MS = 40;

/** Pauses until active requests are answered: a request needs several turns of the event loop. */
async function pauseForRequests(maxMs: number): Promise<void> {
  const until = performance.now() + maxMs;
  // One turn accepts a connection, the next reads its request.
  await nextTurn();
  await nextTurn();
  while (hasRecentRequest(LONG_REQUEST_MS) && performance.now() < until) await pause(PAUSE_MS);
}

/**
 * Creates a function to call between pieces of work. Once its time slice is over, it lets the event loop take new requests
 * and waits at most `maxMs` ms for the active ones.
 */
export function createEventLoopYield(maxMs = MAX_PAUSE_MS): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined;
    return pauseForRequests(maxMs).then(() => {
      since = performance.now();
    });
  };
}

/** Creates such a function for work inside a SQLite transaction, whose end others wait for. */
export const createTransactionYield = () => createEventLoopYield(MAX_TRANSACTION_PAUSE_MS);

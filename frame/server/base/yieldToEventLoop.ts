import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { hasRecentRequest } from './activeRequests.ts';

/** Milliseconds that work goes on before others get their turn. */
const SLICE_MS = 4;
/** Milliseconds that others get then at least: what came meanwhile is only heard of now. */
const MIN_PAUSE_MS = 1;
/** Milliseconds that others get at most, so that the work comes to an end where somebody always wants something. */
const MAX_PAUSE_MS = 20;
/** The same within a transaction: whoever is waited for may be waiting for its end. */
const MAX_TRANSACTION_PAUSE_MS = 2;
/** Milliseconds after which a request counts as long work itself, or waits for this one. */
const LONG_REQUEST_MS = 40;

/** A request takes several turns of the event loop: were each held up by a slice, it would wait for all of them. */
async function pauseForRequests(least: number, most: number): Promise<void> {
  const until = performance.now() + most;
  await (least > 0 ? pause(least) : nextTurn());
  while (hasRecentRequest(LONG_REQUEST_MS) && performance.now() < until) await pause(MIN_PAUSE_MS);
}

/**
 * Gives a function to call between pieces of work: it waits for others whenever a while has passed, `least` milliseconds
 * where there are none and `most` where there are.
 */
export function createEventLoopYield(least = MIN_PAUSE_MS, most = MAX_PAUSE_MS): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined;
    return pauseForRequests(least, most).then(() => {
      since = performance.now();
    });
  };
}

/** The same for work within a transaction on SQLite, for whose end others wait. */
export const createTransactionYield = () => createEventLoopYield(0, MAX_TRANSACTION_PAUSE_MS);

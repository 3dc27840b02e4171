import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { somebodyWaits } from './underWay.ts';

/** Milliseconds that work goes on before others get their turn. */
const SLICE = 4;
/** Milliseconds that others get then at least: what came meanwhile is only heard of now. */
const PAUSE = 1;
/** Milliseconds that others get at most, so that the work comes to an end where somebody always wants something. */
const LONGEST_PAUSE = 20;
/** The same within a transaction: whoever is waited for may be waiting for its end. */
const LONGEST_WITHIN = 2;
/** Milliseconds after which a request counts as long work itself, or waits for this one. */
const LONG = 40;

/** A request takes several turns of the event loop: were each held up by a slice, it would wait for all of them. */
async function letOthersPass(least: number, most: number): Promise<void> {
  const until = performance.now() + most;
  await (least > 0 ? pause(least) : nextTurn());
  while (somebodyWaits(LONG) && performance.now() < until) await pause(PAUSE);
}

/**
 * Gives a function to call between pieces of work: it waits for others whenever a while has passed, `least` milliseconds
 * where there are none and `most` where there are.
 */
export function restNowAndThen(least = PAUSE, most = LONGEST_PAUSE): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE) return undefined;
    return letOthersPass(least, most).then(() => {
      since = performance.now();
    });
  };
}

/** The same for work within a transaction on SQLite, for whose end others wait. */
export const restWithin = () => restNowAndThen(0, LONGEST_WITHIN);

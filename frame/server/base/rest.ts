import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { somebodyWaits } from './underWay.ts';

/** Milliseconds that work goes on before others get their turn. */
const SLICE = 4;
/** Milliseconds that others get then at least: what came meanwhile is only heard of now. */
const PAUSE = 1;
/** Milliseconds that others get at most, so that the work comes to an end where somebody always wants something. */
const LONGEST_PAUSE = 20;
/** Milliseconds after which a request counts as long work itself, or waits for this one. */
const LONG = 40;

/** A request takes several turns of the event loop: were each held up by a slice, it would wait for all of them. */
async function letOthersPass(least: number): Promise<void> {
  const until = performance.now() + LONGEST_PAUSE;
  await (least > 0 ? pause(least) : nextTurn());
  while (somebodyWaits(LONG) && performance.now() < until) await pause(PAUSE);
}

/**
 * Gives a function to call between pieces of work: it waits for others whenever a while has passed, and `least`
 * milliseconds where there are none.
 */
export function restNowAndThen(least = PAUSE): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE) return undefined;
    return letOthersPass(least).then(() => {
      since = performance.now();
    });
  };
}

import { setTimeout as pause } from 'node:timers/promises';
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
async function letOthersPass(): Promise<void> {
  const until = performance.now() + LONGEST_PAUSE;
  do await pause(PAUSE);
  while (somebodyWaits(LONG) && performance.now() < until);
}

/** Gives a function to call between pieces of work: it waits for others whenever a while has passed. */
export function restNowAndThen(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE) return undefined;
    return letOthersPass().then(() => {
      since = performance.now();
    });
  };
}

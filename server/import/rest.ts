import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds that work goes on before others get their turn. */
const SLICE = 8;
/** Milliseconds that others get then: a request takes several turns of the event loop, and they would all wait. */
const PAUSE = 1;

/** Gives a function to call between pieces of work: it waits for others whenever a while has passed. */
export function restNowAndThen(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE) return undefined;
    return pause(PAUSE).then(() => {
      since = performance.now();
    });
  };
}

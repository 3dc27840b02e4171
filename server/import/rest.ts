import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds that work goes on before others get their turn. */
const SLICE = 10;

/** Gives a function to call between pieces of work: it waits for others whenever a while has passed. */
export function restNowAndThen(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE) return undefined;
    return turn().then(() => {
      since = performance.now();
    });
  };
}

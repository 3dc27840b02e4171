// Issue 32: days of the whole system under generated faults. `npm run simulate` replays a seed.
import { expect, test } from 'vitest';
import { simulateSeed } from './simulate.ts';

const { SIMULATE_FROM = '1', SIMULATE_TO = '9', SIMULATE_DAYS } = process.env;

test('breaks no invariant on generated days under faults', async () => {
  for (let seed = Number(SIMULATE_FROM); seed <= Number(SIMULATE_TO); seed += 1)
    await simulateSeed(seed, SIMULATE_DAYS ? Number(SIMULATE_DAYS) : undefined);
}, 3_600_000);

test.skipIf(process.env.SIMULATE_REPORT !== undefined)('repeats the trace of a seed', async () => {
  const [first, second] = [await simulateSeed(11, 1), await simulateSeed(11, 1)];
  expect(second.trace).toEqual(first.trace);
  expect(second.hash).toBe(first.hash);
});

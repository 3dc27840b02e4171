// A day of the whole system under generated faults; days.nightly.test.ts has more. `npm run simulate` replays a seed.
import { test } from 'vitest';
import { simulateSeed } from './simulate.ts';

const { SIMULATE_FROM = '1', SIMULATE_TO = '1', SIMULATE_DAYS = '1' } = process.env;

test('breaks no invariant on generated days under faults', async () => {
  for (let seed = Number(SIMULATE_FROM); seed <= Number(SIMULATE_TO); seed += 1)
    await simulateSeed(seed, Number(SIMULATE_DAYS));
}, 3_600_000);

// Issue 32: two real processes on one PostgreSQL, killed at any moment. Their interleaving is not the seed's.
import { expect, test } from 'vitest';
import { planDays, runPlan } from './simulate.ts';
import { startTwoServers } from './twoServers.ts';

test.skipIf(!process.env.TEST_DATABASE_URL).each([201, 202, 203, 204])(
  'breaks no invariant with two servers, seed %i',
  async (seed) => {
    const { trace, violation } = await runPlan(seed, planDays(seed, 2), startTwoServers);
    expect(violation && trace).toBeUndefined();
  },
);

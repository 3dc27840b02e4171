import { expect, test } from 'vitest';
import { simulateSeed, simulateSeeds } from './simulate.ts';

test('breaks no invariant on many generated days', () => simulateSeeds(101, 124), 3_600_000);

test('repeats the trace of a seed', async () => {
  const [first, second] = [await simulateSeed(11, 1), await simulateSeed(11, 1)];
  expect(second.trace).toEqual(first.trace);
  expect(second.hash).toBe(first.hash);
});

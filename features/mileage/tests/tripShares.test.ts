import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prorateMiles } from '../server/tripShares.ts';

test('splits the miles of a trip exactly, with shares a hundredth apart at most', () => {
  expect(prorateMiles(80, 2)).toEqual([4000, 4000]);
  expect(prorateMiles(100, 3)).toEqual([3334, 3333, 3333]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 40 }), (hundredths, visits) => {
      const parts = prorateMiles(hundredths / 100, visits);
      expect(parts.reduce((total, part) => total + part, 0)).toBe(hundredths);
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
    }),
    { seed: 34 },
  );
});

import { test } from 'vitest';
import { simulateSeeds } from './simulate.ts';

test('breaks no invariant on many generated days', () => simulateSeeds(101, 148), 3_600_000);

import { test } from 'vitest';
import { simulateSeeds } from './simulate.ts';

test('keeps every promise on many generated days', () => simulateSeeds(101, 148), 3_600_000);

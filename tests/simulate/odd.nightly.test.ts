import { test } from 'vitest';
import { simulateSeeds } from './simulateSeeds.ts';

test('keeps every promise on many generated days: odd seeds', () => simulateSeeds(101, 160, 2), 3_600_000);

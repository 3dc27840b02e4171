import { test } from 'vitest';
import { simulateSeeds } from './simulateSeeds.ts';

test('keeps every promise on many generated days: even seeds', () => simulateSeeds(102, 160, 2), 3_600_000);

// Random numbers and the clock are the seed's, so that one seed gives one trace.
import { vi } from 'vitest';
import { fillRandom, nextInt, nextUuid } from './seeded.ts';

vi.mock('node:crypto', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:crypto')>();
  const seeded = {
    randomBytes: (size: number) => fillRandom(Buffer.alloc(size)),
    randomFillSync: fillRandom,
    randomUUID: nextUuid,
    randomInt: (least: number, end?: number) => (end === undefined ? nextInt(least) : least + nextInt(end - least)),
  };
  return { ...real, ...seeded, default: { ...real, ...seeded } };
});
Object.defineProperty(globalThis, 'crypto', {
  value: { subtle: crypto.subtle, getRandomValues: fillRandom, randomUUID: nextUuid },
});

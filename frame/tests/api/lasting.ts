import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';

/**
 * Creates something before all tests of a file or group, or before each, and closes it afterwards. Restores the real
 * clock.
 */
export function lasting<T extends object>(which: 'all' | 'each', make: () => Promise<T>, end: (made: T) => unknown): T {
  let made = {} as T;
  const [before, after] = which === 'all' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    made = await make();
  });
  after(async () => {
    vi.useRealTimers();
    await end(made);
  });
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(made, name),
    set: (_, name, value) => Reflect.set(made, name, value),
    ownKeys: () => Reflect.ownKeys(made),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(made, name),
  });
}

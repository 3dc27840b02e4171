import type { z as Zod } from 'zod';

/**
 * Replaces zod in the built portal (frame/build/lazySchemas.ts). Building all schemas takes as long as drawing a list, but
 * only forms validate. So each schema is recorded and built on first access to one of these members.
 * frame/fields/loadZod.ts provides zod by then.
 */
const BUILDING_MEMBERS: readonly PropertyKey[] = ['parse', 'safeParse', 'shape'];

let zod: unknown;
export function provideZod(found: unknown): void {
  zod = found;
}

type Make = () => unknown;
const partOf = (value: unknown, name: PropertyKey) => (value as Record<PropertyKey, unknown>)[name];

/** Symbol under which a placeholder returns its factory. */
const MADE = Symbol('made');

/** Replaces placeholders in an argument of a zod call, or in the result of a `z.lazy()` function, by built schemas. */
function buildValue(value: unknown): unknown {
  if (value === undefined || value === null || (typeof value !== 'object' && typeof value !== 'function')) return value;
  const make = partOf(value, MADE) as Make | undefined;
  if (make) return make();
  if (Array.isArray(value)) return value.map(buildValue);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, buildValue(one)]));
}

/** Wraps the argument of z.lazy(). */
const buildLazily = (make: Make) => () => buildValue(make());

/** Creates a placeholder that records calls and member accesses until it is needed. */
function createPlaceholder(make: Make, owner?: Make, called?: PropertyKey): object {
  let value: unknown;
  const now = () => {
    value ??= make();
    return value;
  };
  return new Proxy(() => undefined, {
    get(_target, name) {
      if (name === MADE) return now;
      if (!BUILDING_MEMBERS.includes(name)) return createPlaceholder(() => partOf(now(), name), now, name);
      const found = partOf(now(), name);
      return typeof found === 'function' ? found.bind(now()) : found;
    },
    apply: (_target, _self, given) =>
      createPlaceholder(() =>
        Reflect.apply(now() as Make, owner?.(), called === 'lazy' ? given.map(buildLazily) : given.map(buildValue)),
      ),
  });
}

export const z = createPlaceholder(() => {
  if (!zod) throw new Error('Where the portal checks with a schema, it imports frame/fields/loadZod.ts.');
  return zod;
}) as typeof Zod;

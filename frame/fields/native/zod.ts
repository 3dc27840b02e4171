import type { z as Zod } from 'zod';

/**
 * In place of zod in the built portal (scripts/lib/schemas.ts). To make the schemas of the wire and the fields takes as
 * long as to draw a list, and only forms check with them. So a schema is kept as it was written down, and made when it
 * is first asked for one of these; frame/fields/checks.ts has brought zod itself by then.
 */
const ASKED: readonly PropertyKey[] = ['parse', 'safeParse', 'shape'];

let zod: unknown;
/** Hands over zod, or what of it is used. */
export function provideZod(found: unknown): void {
  zod = found;
}

type Make = () => unknown;
const partOf = (value: unknown, name: PropertyKey) => (value as Record<PropertyKey, unknown>)[name];

/** The name under which what is kept gives what it stands for. */
const MADE = Symbol('made');

/** What is handed to zod, with every schema in it made. */
function made(value: unknown): unknown {
  if (value === undefined || value === null || (typeof value !== 'object' && typeof value !== 'function')) return value;
  const make = partOf(value, MADE) as Make | undefined;
  if (make) return make();
  if (Array.isArray(value)) return value.map(made);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, made(one)]));
}

/** What z.lazy() is given: it gives a schema as it was written down. */
const whenAsked = (make: Make) => () => made(make());

/** Stands for what `make` gives, a part of `owner`: it can be called and its parts named, of which nothing is done yet. */
function later(make: Make, owner?: Make, called?: PropertyKey): object {
  let value: unknown;
  const now = () => {
    value ??= make();
    return value;
  };
  return new Proxy(() => undefined, {
    get(_target, name) {
      if (name === MADE) return now;
      if (!ASKED.includes(name)) return later(() => partOf(now(), name), now, name);
      const found = partOf(now(), name);
      return typeof found === 'function' ? found.bind(now()) : found;
    },
    apply: (_target, _self, given) =>
      later(() => Reflect.apply(now() as Make, owner?.(), called === 'lazy' ? given.map(whenAsked) : given.map(made))),
  });
}

export const z = later(() => {
  if (!zod) throw new Error('Where the portal checks with a schema, it imports frame/fields/checks.ts.');
  return zod;
}) as typeof Zod;

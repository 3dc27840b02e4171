import fc from 'fast-check';
import { z } from 'zod';
import { encoded } from './form.ts';

/** Hostile or malformed values. */
const TEXTS = [
  '',
  ' ',
  '\0',
  'nul\0inside',
  '\ud800',
  'lone \udfff surrogate',
  '👩🏽‍🔬'.repeat(50),
  'مرحبا \u202Eevil\u202C שלום',
  '\uFEFF\u200B\u2028',
  'ﷺ'.repeat(200),
  "'; drop table accounts; --",
  "' or '1'='1",
  '" union select email from accounts --',
  '%_\\',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>"\'',
  '{{7*7}}<%= 7*7 %>',
  '../../../etc/passwd',
  '\r\nset-cookie: a=b',
  '__proto__',
  'constructor',
  'null',
  '[]',
  '{"__proto__":{"role":"admin"}}',
  'NaN',
  '1e309',
  '0x10',
  '0000-00-00',
  '9999-12-31',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '2026-02-30',
  '2026-03-08T02:30',
  '9999-12-31T23:59:59+14:00',
  '0001-01-01T00:00Z',
  'True',
  '-1',
  'f'.repeat(24),
];
const NUMBERS = [0, -0, -1, 0.1, 1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 63), 2 ** 63, 1e21, 150.5, 1_000_000.001];
/** Texts longer than any rule allows, which compress badly. */
const long = fc.integer({ min: 300, max: 30_000 }).map((length) => {
  let text = '';
  for (let at = 1; text.length < length; at++) text += ((at * 2654435761) >>> 0).toString(36);
  return text;
});
const deep = fc.integer({ min: 1, max: 400 }).map((depth) => {
  let value: unknown = 'deep';
  for (let at = 0; at < depth; at++) value = at % 2 ? [value] : { a: value };
  return value;
});
export const hostileText = fc.oneof(
  fc.constantFrom(...TEXTS),
  long,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: hostileText, weight: 4 },
  fc.constantFrom<unknown>(...NUMBERS),
  fc.double({ noNaN: true }),
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], { length: 1 }, ['a', 'b'], { toString: 1 }),
  fc.array(hostileText, { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
  deep,
);

type JsonSchema = Record<string, unknown> & { properties?: Record<string, JsonSchema>; items?: JsonSchema };
/** Meaningful values by field name. */
export type Arbitraries = Record<string, fc.Arbitrary<unknown>>;

/** Generates values that match the JSON schema. */
function good(schema: JsonSchema, name: string, arbitraries: Arbitraries): fc.Arbitrary<unknown> {
  const own = arbitraries[name];
  if (own) return own;
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices) return fc.oneof(...choices.map((one) => good(one, name, arbitraries)));
  if (schema.properties) return goodObject(schema, arbitraries);
  if (schema.type === 'array')
    return fc.array(good(schema.items ?? {}, name, arbitraries), { minLength: 1, maxLength: 3 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.format === 'date') return fc.constantFrom('2026-03-02', '1984-02-29');
  if (schema.format === 'date-time') return fc.constantFrom('2026-03-02T09:30', '2026-11-01T01:30:00Z');
  if (schema.type === 'string')
    return fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((it) => `a${it}`);
  return fc.integer({ min: 1, max: 100 });
}

function goodObject(schema: JsonSchema, arbitraries: Arbitraries): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, good(one, name, arbitraries)]);
  const required = (schema.required as string[] | undefined) ?? [];
  return fc.record(Object.fromEntries(fields) as Arbitraries, { requiredKeys: required, noNullPrototype: true });
}

/** Undeclared names. */
const STRANGE = ['__proto__', 'constructor', 'prototype', 'role', 'isActive', '_id', 'a[b][c]', '$where', 'x'];
/** Pairs allow repeated names and `__proto__`. */
export type Pairs = [string, unknown][];

const jsonOf = (schema: z.ZodObject | undefined): JsonSchema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : {};

/** Valid shapes. */
export const rightPayload = (schema: z.ZodObject | undefined, arbitraries: Arbitraries) =>
  goodObject(jsonOf(schema), arbitraries);

/** Mostly valid shapes with a few hostile values, as pairs. */
export function payload(schema: z.ZodObject | undefined, arbitraries: Arbitraries): fc.Arbitrary<Pairs> {
  const declared = jsonOf(schema);
  const right = goodObject(declared, arbitraries).map((value) => Object.entries(value));
  const names = Object.keys(declared.properties ?? {});
  const wrong = fc.array(fc.tuple(fc.constantFrom(...names, ...STRANGE), hostile), { minLength: 1, maxLength: 3 });
  const oneWrong = fc.tuple(right, wrong).map(([pairs, changes]) => {
    const changed = new Set(changes.map(([name]) => name));
    return [...pairs.filter(([name]) => !changed.has(name)), ...changes] as Pairs;
  });
  const twice = fc.tuple(right, right).map(([one, other]) => [...one, ...other]);
  return fc.oneof({ arbitrary: right, weight: 8 }, { arbitrary: oneWrong, weight: 5 }, twice, wrong);
}

/** JSON text with repeated names. */
export const asJson = (pairs: Pairs) =>
  `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;

/** Percent-encoding that keeps lone surrogates and NUL. */
export const encode = (text: string) =>
  text.replace(/[^\w.~-]/gu, (one) =>
    [...Buffer.from(one)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );
const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A query with repeated parameters for lists. */
export const asQuery = (pairs: Pairs) =>
  pairs
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, plain(one)] as const))
    .map(([name, value]) => `${encode(name)}=${encode(value ?? '')}`)
    .join('&');

/** A form with bracketed names for lists and objects (spec 7). */
export async function asForm(pairs: Pairs, files: readonly [string, File][]) {
  const form = new FormData();
  const add = (name: string, value: unknown, depth: number): void => {
    if (depth < 8 && value !== null && typeof value === 'object')
      for (const [key, one] of Object.entries(value)) add(`${name}[${key}]`, one, depth + 1);
    else form.append(name, plain(value) ?? '');
  };
  for (const [name, value] of pairs) add(name, value, 0);
  for (const [name, file] of files) form.append(name, file);
  return encoded(form);
}

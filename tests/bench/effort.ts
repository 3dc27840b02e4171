import { z } from 'zod';

/** Texts that are expensive for patterns, parsers and Unicode rules, by length. */
const SHAPES: Record<string, string> = {
  dots: '.',
  spaces: ' ',
  newlines: '\n',
  digits: '1',
  letters: 'T',
  quotes: '"\'',
  brackets: '[{',
  dashes: '-:',
  slashes: '/\\',
  percents: '%_',
  // Out of order, so that normalization must sort them.
  marks: '\u0315\u0300\u0316',
  surrogates: '\ud800',
  nul: '\0',
  escapes: '=+@\t,;',
};
export const shapes: [string, (length: number) => string][] = [
  ...Object.entries(SHAPES).map(([name, unit]): [string, (length: number) => string] => [
    name,
    (length) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length),
  ]),
  ['an address of dots', (length) => `a@${'.'.repeat(Math.max(0, length - 4))} x`.slice(0, length)],
  ['a number of digits', (length) => `${'1'.repeat(Math.max(0, length - 1))}x`.slice(0, length)],
];

interface JsonSchema {
  type?: string;
  maxLength?: number;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/** A text in a schema: its path and maximum length. */
export interface TextPlace {
  path: (string | number)[];
  most: number;
}

function placesIn(schema: JsonSchema, path: TextPlace['path']): TextPlace[] {
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, part]) => placesIn(part, [...path, name]));
  if (schema.type === 'array' && schema.items) return placesIn(schema.items, [...path, 0]);
  // Numbers and enums too, as clients may send texts for them.
  return [{ path, most: schema.maxLength ?? schema.anyOf?.find((one) => one.maxLength)?.maxLength ?? 64 }];
}

/** Finds every place of a schema that accepts text. */
export const textsOf = (schema: z.ZodType | undefined): TextPlace[] =>
  schema ? placesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, []) : [];

/** Replaces the value at a path. */
export function withText(values: unknown, [key, ...rest]: TextPlace['path'], text: string): unknown {
  if (key === undefined) return text;
  if (typeof key === 'number') return [withText(Array.isArray(values) ? values[key] : undefined, rest, text)];
  const object = values !== null && typeof values === 'object' ? (values as Record<string, unknown>) : {};
  return { ...object, [key]: withText(object[key], rest, text) };
}

const spent = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** CPU time of this thread in milliseconds. */
export async function effortOf(work: () => Promise<unknown>): Promise<number> {
  const start = spent();
  await work();
  return spent() - start;
}

/** Cost of checking for progress. */
const LOOK = 0.2;

/** The same for long work, with its longest time between yields. */
export async function stridesOf(work: () => Promise<unknown>): Promise<{ total: number; held: number }> {
  let last = spent();
  let [total, held] = [0, 0];
  let running = true;
  const look = () => {
    const now = spent();
    if (now - last > LOOK) total += now - last;
    held = Math.max(held, now - last);
    last = now;
    if (running) setImmediate(look);
  };
  setImmediate(look);
  await work();
  running = false;
  look();
  return { total, held };
}

import type { z } from 'zod';

/** Characters of a text, and entries of a list, whose schema names no bound. */
const MOST_TEXT = 10_000;
const MOST_ENTRIES = 1000;

export interface TooLong {
  path: PropertyKey[];
  /** An i18n key. */
  message: string;
}

type Schema = z.core.$ZodType;
type Check = { check: string; maximum?: number; error?: (issue: object) => unknown };
/** What a schema was declared with, whatever its type. */
interface Declared {
  type: string;
  format?: string;
  checks?: { _zod: { def: Check } }[];
  error?: Check['error'];
  shape?: Record<string, Schema>;
  element?: Schema;
  options?: Schema[];
  innerType?: Schema;
  in?: Schema;
  out?: Schema;
  left?: Schema;
  right?: Schema;
}
const declared = (schema: Schema) => schema._zod.def as unknown as Declared;
const checksOf = ({ checks = [] }: Declared) => checks.map(({ _zod: { def } }) => def);

/** What a schema stands for that is made when it is first asked for. */
const lazyOf = (schema: Schema) => (schema._zod as { innerType?: Schema }).innerType;

/** The schema that sees the value first, beneath what lets it be missing or changes it before. */
function firstOf(schema: Schema): Schema {
  const def = declared(schema);
  const inner = def.innerType ?? lazyOf(schema);
  if (inner) return firstOf(inner);
  if (def.type !== 'pipe' || !def.in || !def.out) return schema;
  return firstOf(declared(def.in).type === 'transform' ? def.out : def.in);
}

function messageOf({ error }: Pick<Check, 'error'>): string {
  const message = error?.({ code: 'too_big', origin: 'string' });
  return typeof message === 'string' ? message : 'validation.tooLong';
}

/** The declared bound of a text or a list; undefined where none is. Days and moments have one by their format. */
function boundOf(def: Declared): { most: number; message: string } | undefined {
  const check = checksOf(def).find((one) => one.check === 'max_length');
  if (check?.maximum !== undefined) return { most: check.maximum, message: messageOf(check) };
  return def.format === 'date' || def.format === 'datetime' ? { most: 64, message: messageOf(def) } : undefined;
}

function inText(def: Declared, text: string): TooLong | undefined {
  const { most, message } = boundOf(def) ?? { most: MOST_TEXT, message: 'validation.tooLong' };
  if (text.length <= most) return undefined;
  const trims = checksOf(def).some(({ check }) => check === 'overwrite');
  return trims && text.trim().length <= most ? undefined : { path: [], message };
}

const under = (name: PropertyKey, found: readonly TooLong[]) =>
  found.map(({ path, message }) => ({ path: [name, ...path], message }));

/**
 * What is longer than its schema allows, found by the schema's own declarations before anything else looks at the
 * value: a schema's patterns run whatever its length says. What no text, list or object is declared for is bounded too.
 */
export function tooLongIn(schema: Schema, value: unknown): TooLong[] {
  if (value === null || (typeof value !== 'object' && typeof value !== 'string')) return [];
  const first = firstOf(schema);
  const def = declared(first);
  if (def.options) {
    const found = def.options.map((one) => tooLongIn(one, value));
    return found.find((one) => one.length === 0) ?? found.at(-1) ?? [];
  }
  if (def.left && def.right) return [def.left, def.right].flatMap((one) => tooLongIn(one, value));
  // Anything but a text is refused, or taken, without a look at its characters.
  if (typeof value === 'string')
    return ['enum', 'literal', 'number'].includes(def.type) ? [] : [inText(def, value) ?? []].flat();
  if (Array.isArray(value)) {
    if (def.type !== 'array' || !def.element) return [];
    const { most, message } = boundOf(def) ?? { most: MOST_ENTRIES, message: 'validation.tooLong' };
    if (value.length > most) return [{ path: [], message }];
    const { element } = def;
    return value.flatMap((one, index) => under(index, tooLongIn(element, one)));
  }
  return Object.entries(def.shape ?? {}).flatMap(([name, part]) =>
    Object.hasOwn(value, name) ? under(name, tooLongIn(part, (value as Record<string, unknown>)[name])) : [],
  );
}

/** The texts and lists of a schema that declare no bound of their own, by their paths. */
export function unboundedIn(schema: Schema, path = ''): string[] {
  const def = declared(firstOf(schema));
  const parts = [...(def.options ?? []), ...[def.left ?? [], def.right ?? []].flat()];
  const own = (def.type === 'string' || def.type === 'array') && !boundOf(def) ? [path] : [];
  const shape = Object.entries(def.shape ?? {}).flatMap(([name, part]) => unboundedIn(part, `${path}.${name}`));
  return [
    ...own,
    ...parts.flatMap((part) => unboundedIn(part, path)),
    ...shape,
    ...(def.element ? unboundedIn(def.element, `${path}[]`) : []),
  ];
}

import type { z } from 'zod';

/** Characters of a text, and entries of a list, whose schema names no bound. */
const MAX_TEXT_LENGTH = 10_000;
const MAX_LIST_LENGTH = 1000;

export interface LengthIssue {
  path: PropertyKey[];
  /** An i18n key. */
  message: string;
}

type Schema = z.core.$ZodType;
type Check = { check: string; maximum?: number; error?: (issue: object) => unknown };
/** What a schema was declared with, whatever its type. */
interface SchemaDefinition {
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
const getDefinition = (schema: Schema) => schema._zod.def as unknown as SchemaDefinition;
const getChecks = ({ checks = [] }: SchemaDefinition) => checks.map(({ _zod: { def } }) => def);

/** What a schema stands for that is made when it is first asked for. */
const resolveLazy = (schema: Schema) => (schema._zod as { innerType?: Schema }).innerType;

/** The schema that sees the value first, beneath what lets it be missing or changes it before. */
function unwrapSchema(schema: Schema): Schema {
  const def = getDefinition(schema);
  const inner = def.innerType ?? resolveLazy(schema);
  if (inner) return unwrapSchema(inner);
  if (def.type !== 'pipe' || !def.in || !def.out) return schema;
  return unwrapSchema(getDefinition(def.in).type === 'transform' ? def.out : def.in);
}

function getLengthMessage({ error }: Pick<Check, 'error'>): string {
  const message = error?.({ code: 'too_big', origin: 'string' });
  return typeof message === 'string' ? message : 'validation.tooLong';
}

/** The declared bound of a text or a list; undefined where none is. Days and moments have one by their format. */
function getLengthLimit(def: SchemaDefinition): { most: number; message: string } | undefined {
  const check = getChecks(def).find((one) => one.check === 'max_length');
  if (check?.maximum !== undefined) return { most: check.maximum, message: getLengthMessage(check) };
  return def.format === 'date' || def.format === 'datetime' ? { most: 64, message: getLengthMessage(def) } : undefined;
}

function checkTextLength(def: SchemaDefinition, text: string): LengthIssue | undefined {
  const { most, message } = getLengthLimit(def) ?? { most: MAX_TEXT_LENGTH, message: 'validation.tooLong' };
  if (text.length <= most) return undefined;
  const trims = getChecks(def).some(({ check }) => check === 'overwrite');
  return trims && text.trim().length <= most ? undefined : { path: [], message };
}

const prefixPaths = (name: PropertyKey, found: readonly LengthIssue[]) =>
  found.map(({ path, message }) => ({ path: [name, ...path], message }));

/**
 * What is longer than its schema allows, found by the schema's own declarations before anything else looks at the
 * value: a schema's patterns run whatever its length says. What no text, list or object is declared for is bounded too.
 */
export function findLengthIssues(schema: Schema, value: unknown): LengthIssue[] {
  if (value === null || (typeof value !== 'object' && typeof value !== 'string')) return [];
  const first = unwrapSchema(schema);
  const def = getDefinition(first);
  if (def.options) {
    const found = def.options.map((one) => findLengthIssues(one, value));
    return found.find((one) => one.length === 0) ?? found.at(-1) ?? [];
  }
  if (def.left && def.right) return [def.left, def.right].flatMap((one) => findLengthIssues(one, value));
  // Anything but a text is refused, or taken, without a look at its characters.
  if (typeof value === 'string')
    return ['enum', 'literal', 'number'].includes(def.type) ? [] : [checkTextLength(def, value) ?? []].flat();
  if (Array.isArray(value)) {
    if (def.type !== 'array' || !def.element) return [];
    const { most, message } = getLengthLimit(def) ?? { most: MAX_LIST_LENGTH, message: 'validation.tooLong' };
    if (value.length > most) return [{ path: [], message }];
    const { element } = def;
    return value.flatMap((one, index) => prefixPaths(index, findLengthIssues(element, one)));
  }
  return Object.entries(def.shape ?? {}).flatMap(([name, part]) =>
    Object.hasOwn(value, name)
      ? prefixPaths(name, findLengthIssues(part, (value as Record<string, unknown>)[name]))
      : [],
  );
}

/** The texts and lists of a schema that declare no bound of their own, by their paths. */
export function findUnboundedPaths(schema: Schema, path = ''): string[] {
  const def = getDefinition(unwrapSchema(schema));
  const parts = [...(def.options ?? []), ...[def.left ?? [], def.right ?? []].flat()];
  const own = (def.type === 'string' || def.type === 'array') && !getLengthLimit(def) ? [path] : [];
  const shape = Object.entries(def.shape ?? {}).flatMap(([name, part]) => findUnboundedPaths(part, `${path}.${name}`));
  return [
    ...own,
    ...parts.flatMap((part) => findUnboundedPaths(part, path)),
    ...shape,
    ...(def.element ? findUnboundedPaths(def.element, `${path}[]`) : []),
  ];
}

import type { z } from 'zod';

/** Limits for schemas that declare none. */
const MAX_TEXT_LENGTH = 10_000;
const MAX_LIST_LENGTH = 1000;

export interface LengthIssue {
  path: PropertyKey[];
  message: string;
}

type Schema = z.core.$ZodType;
type Check = { check: string; maximum?: number; error?: (issue: object) => unknown };
/** The parts of zod definitions that limit lengths. */
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
const getDefinition = (schema: Schema) => schema._zod.def as SchemaDefinition;
const getChecks = ({ checks = [] }: SchemaDefinition) => checks.map(({ _zod: { def } }) => def);

const resolveLazy = (schema: Schema) => (schema._zod as { innerType?: Schema }).innerType;

/** Strips wrappers, transforms and pipes: returns the schema that validates the input first. */
export function unwrapSchema(schema: Schema): Schema {
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

/** Returns the declared limit of a text or list; dates have a fixed part. */
function getLengthLimit(def: SchemaDefinition): { max: number; message: string } | undefined {
  const check = getChecks(def).find((part) => part.check === 'max_length');
  if (check?.maximum !== undefined) return { max: check.maximum, message: getLengthMessage(check) };
  return def.format === 'date' || def.format === 'datetime' ? { max: 64, message: getLengthMessage(def) } : undefined;
}

function checkTextLength(def: SchemaDefinition, text: string): LengthIssue | undefined {
  const { max, message } = getLengthLimit(def) ?? { max: MAX_TEXT_LENGTH, message: 'validation.tooLong' };
  if (text.length <= max) return undefined;
  const trims = getChecks(def).some(({ check }) => check === 'overwrite');
  return trims && text.trim().length <= max ? undefined : { path: [], message };
}

const prefixPaths = (name: PropertyKey, found: readonly LengthIssue[]) =>
  found.map(({ path, message }) => ({ path: [name, ...path], message }));

/** Finds texts and lists over their declared or default length, before patterns run on them. */
export function findLengthIssues(schema: Schema, value: unknown): LengthIssue[] {
  if (value === null || (typeof value !== 'object' && typeof value !== 'string')) return [];
  const first = unwrapSchema(schema);
  const def = getDefinition(first);
  if (def.options) {
    const found = def.options.map((part) => findLengthIssues(part, value));
    return found.find((part) => part.length === 0) ?? found.at(-1) ?? [];
  }
  if (def.left && def.right) return [def.left, def.right].flatMap((part) => findLengthIssues(part, value));
  // Only texts are searched by pattern; other types compare.
  if (typeof value === 'string')
    return ['enum', 'literal', 'number'].includes(def.type) ? [] : [checkTextLength(def, value) ?? []].flat();
  if (Array.isArray(value)) {
    if (def.type !== 'array' || !def.element) return [];
    const { max, message } = getLengthLimit(def) ?? { max: MAX_LIST_LENGTH, message: 'validation.tooLong' };
    if (value.length > max) return [{ path: [], message }];
    const { element } = def;
    return value.flatMap((part, index) => prefixPaths(index, findLengthIssues(element, part)));
  }
  return Object.entries(def.shape ?? {}).flatMap(([name, part]) =>
    Object.hasOwn(value, name)
      ? prefixPaths(name, findLengthIssues(part, (value as Record<string, unknown>)[name]))
      : [],
  );
}

/** Lists the paths of texts and lists that declare no limit. A test requires that calls have none. */
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

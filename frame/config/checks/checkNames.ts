import { z } from 'zod';
import { ConfigError, createErrorReporter, type ErrorReporter } from '../configError.ts';
import type { AnyResource } from '../resource.ts';
import { resourceSchema } from '../schema.ts';

type Part = [schema: z.ZodType, value: unknown, path: string];

/** Yields the parts of a config below a schema, with their paths. */
function* listParts([schema, value, path]: Part): Generator<Part> {
  const at = (key: PropertyKey) => (path ? `${path}.${String(key)}` : String(key));
  if (schema instanceof z.ZodOptional) yield [schema.unwrap() as z.ZodType, value, path];
  else if (schema instanceof z.ZodUnion) {
    const fitting = schema.options.find((one) => (one as z.ZodType).safeParse(value).success);
    if (fitting) yield [fitting as z.ZodType, value, path];
  } else if (schema instanceof z.ZodArray) {
    for (const [index, one] of (value as unknown[]).entries()) yield [schema.element as z.ZodType, one, at(index)];
  } else if (schema instanceof z.ZodRecord) {
    for (const [key, one] of Object.entries(value as object)) {
      yield [schema.keyType as z.ZodType, key, at(key)];
      yield [schema.valueType as z.ZodType, one, at(key)];
    }
  } else if (schema instanceof z.ZodObject) {
    for (const [key, one] of Object.entries(schema.shape))
      yield [one as z.ZodType, (value as Record<string, unknown>)[key], at(key)];
  }
}

/** Yields every present part of a valid config. */
function* listAllParts(part: Part): Generator<Part> {
  if (part[1] === undefined) return;
  yield part;
  for (const inner of listParts(part)) yield* listAllParts(inner);
}

/** Checks that named fields and actions exist. */
export function checkNames(resource: AnyResource, report: ErrorReporter): void {
  const allowed = { field: Object.keys(resource.fields), action: Object.keys(resource.actions ?? {}) };
  for (const [schema, value, path] of listAllParts([resourceSchema, resource, ''])) {
    const names = schema.meta()?.names as keyof typeof allowed | undefined;
    if (names && !allowed[names].includes(String(value)))
      report(path, value, `one of the ${names}s of ${resource.name}`, allowed[names]);
  }
}

/**
 * Checks that the server offers every feature the configs ask for. Throws one ConfigError with all that are missing.
 */
export function checkFeatures(resources: readonly AnyResource[], offered: readonly string[]): void {
  const errors: string[] = [];
  for (const resource of resources) {
    const report = createErrorReporter(`src/resources/${resource.name}.ts`, errors);
    for (const [schema, value, path] of listAllParts([resourceSchema, resource, '']))
      if (schema.meta()?.type === 'feature' && !offered.includes(String(value)))
        report(path, value, 'a feature of the frame, of a resource, or of features in server/app.ts', offered);
  }
  if (errors.length > 0) throw new ConfigError(errors);
}

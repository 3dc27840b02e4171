import { z } from 'zod';
import { ConfigError, createErrorReporter, type ErrorReporter } from '../configError.ts';
import type { AnyResource } from '../resource.ts';
import { resourceSchema } from '../schema.ts';

type VisitPart = (schema: z.ZodType, value: unknown, path: string) => void;

const isMarked = (schema: z.ZodType): boolean => {
  const { names, type } = schema.meta() ?? {};
  return names !== undefined || type === 'feature';
};

function listInnerSchemas(schema: z.ZodType): readonly unknown[] {
  if (schema instanceof z.ZodOptional) return [schema.unwrap()];
  if (schema instanceof z.ZodUnion) return schema.options;
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodRecord) return [schema.keyType, schema.valueType];
  return schema instanceof z.ZodObject ? Object.values(schema.shape) : [];
}

const known = new WeakMap<z.ZodType, boolean>();
/** True if a name or a feature can be in a value of this schema. Most parts of a config have none. */
function mayHaveNames(schema: z.ZodType): boolean {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const has = isMarked(schema) || listInnerSchemas(schema).some((inner) => mayHaveNames(inner as z.ZodType));
  known.set(schema, has);
  return has;
}

/** Visits the present parts of a valid config that are names or features, with their paths. */
function visitNames(schema: z.ZodType, value: unknown, path: string, visit: VisitPart): void {
  if (value === undefined || !mayHaveNames(schema)) return;
  if (isMarked(schema)) visit(schema, value, path);
  const walk = (inner: unknown, part: unknown, key?: PropertyKey) => {
    const at = key === undefined || !path ? String(key ?? path) : `${path}.${String(key)}`;
    visitNames(inner as z.ZodType, part, at, visit);
  };
  if (schema instanceof z.ZodOptional) walk(schema.unwrap(), value);
  else if (schema instanceof z.ZodUnion) {
    const fitting = schema.options.find((one) => (one as z.ZodType).safeParse(value).success);
    if (fitting) walk(fitting, value);
  } else if (schema instanceof z.ZodArray)
    for (const [index, one] of (value as unknown[]).entries()) walk(schema.element, one, index);
  else if (schema instanceof z.ZodRecord)
    for (const [key, one] of Object.entries(value as object)) {
      walk(schema.keyType, key, key);
      walk(schema.valueType, one, key);
    }
  else if (schema instanceof z.ZodObject)
    for (const [key, one] of Object.entries(schema.shape)) walk(one, (value as Record<string, unknown>)[key], key);
}

/** Checks the names of fields and actions in a config with this schema. */
export function checkNames(resource: AnyResource, report: ErrorReporter, schema: z.ZodType): void {
  const allowed = { field: Object.keys(resource.fields), action: Object.keys(resource.actions ?? {}) };
  visitNames(schema, resource, '', (part, value, path) => {
    const names = part.meta()?.names as keyof typeof allowed | undefined;
    if (names && !allowed[names].includes(String(value)))
      report(path, value, `one of the ${names}s of ${resource.name}`, allowed[names]);
  });
}

/**
 * Checks that the server offers every feature that configs with this schema ask for. Throws one ConfigError with all
 * that are missing.
 */
export function checkFeatures(
  resources: readonly AnyResource[],
  offered: readonly string[],
  schema: z.ZodType = resourceSchema,
): void {
  const errors: string[] = [];
  for (const resource of resources) {
    const report = createErrorReporter(`src/resources/${resource.name}.ts`, errors);
    visitNames(schema, resource, '', (part, value, path) => {
      if (part.meta()?.type === 'feature' && !offered.includes(String(value)))
        report(path, value, 'a feature of the frame, of a resource, or of features in server/app.ts', offered);
    });
  }
  if (errors.length > 0) throw new ConfigError(errors);
}

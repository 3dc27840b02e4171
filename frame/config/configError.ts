import { z } from 'zod';
import { findNearestName } from './checks/nearestName.ts';

/** Lists every config error with file, key, found value and expected value. */
export class ConfigError extends Error {
  readonly errors: string[];

  constructor(errors: string[]) {
    super(`The configuration is not usable:\n${errors.map((error) => `  ${error}`).join('\n')}`);
    this.name = 'ConfigError';
    this.errors = errors;
  }
}

/** Up to this number, all valid names are listed. */
const MAX_LISTED = 30;

/** Reports one error. If `names` is given, the message suggests the nearest name. */
export type ErrorReporter = (key: string, found: unknown, expected: string, names?: readonly string[]) => void;

const quoted = (value: unknown) =>
  typeof value === 'string' ? `"${value}"` : typeof value === 'function' ? 'a function' : JSON.stringify(value);

/** New names of keys. */
const RENAMED: Readonly<Record<string, readonly string[]>> = {
  ...{ own: ['where'], rows: ['where'], laneFilter: ['laneWhere'], test: ['operator'], filter: ['where'] },
  ...{ while: ['when'], whileEmpty: ['when'], whileFilled: ['when'], when: ['where'] },
};

/** Returns the keys a schema allows at a path, for suggestions. */
function keysAt(schema: z.ZodType, path: PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional) return keysAt(schema.unwrap() as z.ZodType, path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => keysAt(one as z.ZodType, path));
  if (schema instanceof z.ZodArray) return keysAt(schema.element as z.ZodType, path.slice(1));
  if (schema instanceof z.ZodRecord) {
    if (path.length > 0) return keysAt(schema.valueType as z.ZodType, path.slice(1));
    return schema.keyType instanceof z.ZodEnum ? schema.keyType.options.map(String) : [];
  }
  if (!(schema instanceof z.ZodObject)) return [];
  const [head, ...rest] = path;
  if (head === undefined) return Object.keys(schema.shape);
  const next = schema.shape[String(head)];
  return next ? keysAt(next as z.ZodType, rest) : [];
}

const valueAt = (config: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], config);

function reportIssue(
  issue: z.core.$ZodIssue,
  base: PropertyKey[],
  config: unknown,
  report: ErrorReporter,
  schema: z.ZodType,
): void {
  const path = [...base, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const names = keysAt(schema, path);
    const expected = names.length > 0 && names.length < 5 ? `one of ${names.join(', ')}` : 'a supported key';
    for (const key of issue.keys) {
      const renamed = RENAMED[key]?.find((one) => names.includes(one));
      report([...path, key].join('.'), key, renamed ? `${renamed}, the new name of this key` : expected, names);
    }
  } else if (issue.code === 'invalid_key') {
    const names = issue.issues.flatMap((one) => (one.code === 'invalid_value' ? one.values.map(String) : []));
    report(path.join('.'), path.at(-1), names.length > 0 ? `one of ${names.join(', ')}` : 'a supported key', names);
  } else if (issue.code === 'invalid_union') {
    // The alternative that got furthest describes the mistake best.
    const best = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0] ?? [];
    for (const inner of best) reportIssue(inner, path, config, report, schema);
  } else {
    const options = issue.code === 'invalid_value' ? issue.values.map(String) : undefined;
    const expected = options
      ? `one of ${options.join(', ')}`
      : issue.code === 'invalid_type'
        ? issue.expected
        : issue.message;
    report(path.join('.'), valueAt(config, path), expected, options);
  }
}
const depth = (issues: readonly z.core.$ZodIssue[]) =>
  Math.max(0, ...issues.map(({ path, code }) => path.length * 2 + (code === 'unrecognized_keys' ? 1 : 0)));

export const createErrorReporter =
  (file: string, errors: string[]): ErrorReporter =>
  (key, found, expected, names) => {
    const near = names ? findNearestName(String(found), names) : undefined;
    const hint = near
      ? ` Did you mean "${near}"?`
      : names && names.length > 0 && !expected.includes(names.join(', ')) && names.length <= MAX_LISTED
        ? ` There are ${names.join(', ')}.`
        : '';
    errors.push(`${file}: ${key}: found ${quoted(found)}, expected ${expected}.${hint}`);
  };

/** Reports each of these options that is set although it must not be. */
export function reportGiven<O extends string>(
  report: ErrorReporter,
  key: string,
  values: { readonly [K in O]?: unknown },
  options: readonly O[],
  expected: string,
): void {
  for (const option of options) if (values[option] !== undefined) report(`${key}.${option}`, values[option], expected);
}

/**
 * Checks the default export of a config file. Returns undefined after reporting errors, else the config as exported.
 * `define` is the function that the file should have called, such as `defineResource`.
 */
export function checkConfig<Config>(
  file: string,
  config: unknown,
  schema: z.ZodType,
  define: string,
  errors: string[],
): { config: Config; report: ErrorReporter } | undefined {
  if (config === undefined) {
    errors.push(`${file}: found no default export, expected export default ${define}({ ... }).`);
    return;
  }
  const report = createErrorReporter(file, errors);
  const { error } = schema.safeParse(config);
  for (const issue of error?.issues ?? []) reportIssue(issue, [], config, report, schema);
  return error ? undefined : { config: config as Config, report };
}

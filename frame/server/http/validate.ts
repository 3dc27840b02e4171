import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { withSchemaApp } from '../../wire/roleSchema.ts';
import { requiredMessage } from '../../wire/validationRules.ts';
import { HttpError } from '../base/httpError.ts';
import type { ServerParts } from '../parts.ts';
import { findLengthIssues } from './lengthLimits.ts';

type Issues = readonly z.core.$ZodIssue[];

const isKey = (message: string) => /^[a-z]+(\.\w+)+(\|.*)?$/i.test(message);

/** Returns the message of an issue. If its rule has none, a missing value is 'required' and any other 'invalid'. */
function toMessageKey(issue: z.core.$ZodIssue, value: unknown): string {
  if (isKey(issue.message)) return issue.message;
  const found = issue.path.reduce<unknown>(
    (part, name) => (part as Record<PropertyKey, unknown> | null)?.[name],
    value,
  );
  return found === undefined || found === '' ? requiredMessage(String(issue.path.at(-1) ?? '')) : 'validation.invalid';
}

/** Returns the first message of each field: i18n keys for the `errors` of an HttpError. */
export function toFieldErrors(issues: Issues, value: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of issues) {
    const field = String(issue.path[0] ?? '');
    errors[field] ??= toMessageKey(issue, value);
  }
  return errors;
}

/** Parses a value, checking lengths first so that no pattern runs on long input. */
export function parseSchema<T>(schema: z.ZodType<T>, value: unknown): { data: T; issues?: never } | { issues: Issues } {
  const long = findLengthIssues(schema, value);
  if (long.length > 0) return { issues: long.map((one) => ({ code: 'custom', input: undefined, ...one })) };
  const { data, error } = schema.safeParse(value);
  return error ? { issues: error.issues } : { data };
}

/** Creates an HttpError (400) with a message for each field. */
function toValidationError(issues: Issues, value: unknown): HttpError {
  const errors = toFieldErrors(issues, value);
  return new HttpError(400, Object.values(errors)[0] ?? 'server.badRequest', { errors });
}

/** Parses a value or throws the HttpError (400) of an invalid body; at `field` if it is given. */
export function parseOrReject<T>(schema: z.ZodType<T>, value: unknown, field?: string): T {
  const result = parseSchema(schema, value);
  if (!result.issues) return result.data;
  if (field === undefined) throw toValidationError(result.issues, value);
  throw HttpError.forField(field, 400, toMessageKey(result.issues[0] as z.core.$ZodIssue, value));
}

/** Creates the compiler of an app's validators for Fastify; a missing body counts as an empty one. */
export const createValidatorCompiler =
  (app: ServerParts): FastifySchemaCompiler<z.ZodType> =>
  ({ schema }) =>
  (data: unknown) => {
    const value = data ?? {};
    const result = withSchemaApp(app, () => parseSchema(schema, value));
    return result.issues ? { error: toValidationError(result.issues, value) } : { value: result.data };
  };

import type { z } from 'zod';
import type { Field } from '../fields/kind.ts';
import { requiredMessage } from '../wire/validationRules.ts';
import type { EntryConfig } from './resource.ts';

/** True for a missing value, and for a text of nothing but spaces. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (typeof value === 'string' && value.trim() === '');

/** True for a blank value, and for a list of records or rows without any. */
export const hasNoValue = ({ kind }: Field, value: unknown): boolean =>
  isBlank(value) || (['links', 'children'].includes(kind.storage) && Array.isArray(value) && value.length === 0);

const schemas = new WeakMap<Field, z.ZodType>();

/** Returns the cached schema of a field. Building one is slow. */
export function getFieldSchema(field: Field): z.ZodType {
  const made = schemas.get(field) ?? field.kind.schema(field);
  schemas.set(field, made);
  return made;
}

interface ValidationOptions {
  /** The business day, if known. */
  today?: string | undefined;
  /** Ignores maximum lengths. */
  anyLength?: boolean;
}

/** Validates values. Returns a message (i18n key) per invalid field, and the others as their schemas parse them. */
export function parseValues(
  fields: Record<string, Field>,
  entries: readonly EntryConfig<string>[],
  values: Record<string, unknown>,
  { today, anyLength }: ValidationOptions = {},
): { errors: Record<string, string>; parsed: Record<string, unknown> } {
  const errors: Record<string, string> = {};
  const parsed: Record<string, unknown> = {};
  for (const { field: name, required } of entries) {
    const field = fields[name];
    if (!field) continue;
    const value = values[name];
    if (hasNoValue(field, value)) {
      if (required ?? field.required) errors[name] = requiredMessage(name);
      continue;
    }
    // zod's own messages are for developers, so they are replaced.
    const schema = today === undefined ? getFieldSchema(field) : field.kind.schema(field, today);
    const result = schema.safeParse(value, { error: () => 'validation.invalid' });
    const issues = result.error?.issues.filter(({ message }) => !anyLength || message !== 'validation.tooLong') ?? [];
    if (issues[0]) errors[name] = issues[0].message || 'validation.invalid';
    else parsed[name] = result.data;
  }
  return { errors, parsed };
}

/** Validates values in forms and on the server. Returns a message (i18n key) per invalid field. */
export const validateValues = (...values: Parameters<typeof parseValues>): Record<string, string> =>
  parseValues(...values).errors;

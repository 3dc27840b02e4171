import type { z } from 'zod';
import type { Field } from '../fields/kind.ts';
import { requiredMessage } from '../wire/rules.ts';
import type { EntryConfig } from './resource.ts';

/** A value that counts as not given. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (typeof value === 'string' && value.trim() === '');

const schemas = new WeakMap<Field, z.ZodType>();

/** What a field's value must be: made once, as making it takes longer than a hundred values. */
export function getFieldSchema(field: Field): z.ZodType {
  const made = schemas.get(field) ?? field.kind.schema(field);
  schemas.set(field, made);
  return made;
}

/**
 * Checks what a form holds against its fields. Gives a message (i18n key, see say.ts) per invalid field.
 * `today` is the business day, where it is known; with `anyLength` nothing is too long. The server checks collections
 * with the same function.
 */
export function validateValues(
  fields: Record<string, Field>,
  entries: readonly EntryConfig<string>[],
  values: Record<string, unknown>,
  today?: string,
  anyLength = false,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { field: name, required } of entries) {
    const field = fields[name];
    if (!field) continue;
    const value = values[name];
    if (
      isBlank(value) ||
      (['links', 'children'].includes(field.kind.storage) && Array.isArray(value) && value.length === 0)
    ) {
      if (required ?? field.required) errors[name] = requiredMessage(name);
      continue;
    }
    // Words of the schema's own come first; zod's, which are written for developers, never reach a person.
    const schema = today === undefined ? getFieldSchema(field) : field.kind.schema(field, today);
    const result = schema.safeParse(value, { error: () => 'validation.invalid' });
    const issues = result.error?.issues.filter(({ message }) => !anyLength || message !== 'validation.tooLong') ?? [];
    if (issues[0]) errors[name] = issues[0].message || 'validation.invalid';
  }
  return errors;
}

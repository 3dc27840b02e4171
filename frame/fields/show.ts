import type { Field, Shown, Teller } from './kind.ts';

/** What a person sees of a field's value; null where it is missing, or there is no such field. */
export function showValue(field: Field | undefined, value: unknown, teller: Teller): Shown | null {
  if (!field || value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return null;
  return field.kind.show(value, field, teller);
}

import type { Field, Shown, Teller } from './kind.ts';

/** What a person sees of a field's value; null where it is missing. */
export function showValue(field: Field, value: unknown, teller: Teller): Shown | null {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return null;
  return field.kind.show(value, field, teller);
}

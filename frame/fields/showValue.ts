import type { DisplayValue, Field, IntlShape } from './kind.ts';

/** Formats a field's value; null if it is missing. */
export function showValue(field: Field | undefined, value: unknown, intl: IntlShape): DisplayValue | null {
  if (!field || value === null || value === undefined || value === '') return null;
  if (Array.isArray(value) && value.length === 0 && !field.kind.showsEmpty) return null;
  return field.kind.show(value, field, intl);
}

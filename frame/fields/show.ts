import type { DisplayValue, Field, IntlShape } from './kind.ts';

/** What a person sees of a field's value; null where it is missing, or there is no such field. */
export function showValue(field: Field | undefined, value: unknown, intl: IntlShape): DisplayValue | null {
  if (!field || value === null || value === undefined || value === '') return null;
  if (Array.isArray(value) && value.length === 0 && !field.kind.showsEmpty) return null;
  return field.kind.show(value, field, intl);
}

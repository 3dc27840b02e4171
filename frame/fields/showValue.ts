import type { DisplayValue, Field, IntlShape } from './kind.ts';

/** Returns a displayed value as one line of text: a moment with its time. */
export const toLine = (shown: Pick<DisplayValue, 'text' | 'secondary'> | null | undefined): string =>
  [shown?.text, shown?.secondary].filter(Boolean).join(', ');

/** Formats a field's value; null if it is missing. */
export function showValue(field: Field | undefined, value: unknown, intl: IntlShape): DisplayValue | null {
  if (!field || value === null || value === undefined || value === '') return null;
  if (Array.isArray(value) && value.length === 0 && !field.kind.showsEmpty) return null;
  return field.kind.show(value, field, intl);
}

const kept = new Map<string, Intl.NumberFormat>();

/** The format of numbers; the same one for the same options: making one takes a hundred times as long as using it. */
export function getNumberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = JSON.stringify([locale, options]);
  const format = kept.get(key) ?? new Intl.NumberFormat(locale, options);
  kept.set(key, format);
  return format;
}

const kept = new Map<string, Intl.NumberFormat>();

/** Returns a cached number format. Creating one is slow. */
export function getNumberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = JSON.stringify([locale, options]);
  const format = kept.get(key) ?? new Intl.NumberFormat(locale, options);
  kept.set(key, format);
  return format;
}

/** Formats made once for each locale and options: making one takes a hundred times as long as using it. */
const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

function kept<F>(formats: Map<string, F>, key: string, make: () => F): F {
  const format = formats.get(key) ?? make();
  formats.set(key, format);
  return format;
}

/** The format of days and times; the same one for the same options. */
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  kept(dates, JSON.stringify([locale, options]), () => new Intl.DateTimeFormat(locale, options));

/** The format of numbers; the same one for the same options. */
export const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  kept(numbers, JSON.stringify([locale, options]), () => new Intl.NumberFormat(locale, options));

/** Digits that a spreadsheet would change, optionally after apostrophes: leading zeros, 1E5, more than 15 digits. */
const KEPT_DIGITS = [/^'*0\d+$/, /^'*\d+(\.\d+)?[eE][+-]?\d+$/, /^'*\d{16,}$/];
const isKept = (text: string) => KEPT_DIGITS.some((pattern) => pattern.test(text));
/** Cell start for spreadsheets with another separator (x;=1+1). */
const WITHIN = /([;\t\r\n][" ]*)(?='*[=+@-])/g;
const APOSTROPHE_WITHIN = /(?<=[;\t\r\n][" ]*)'(?='*[=+@-])/g;

/**
 * Prefixes text that a spreadsheet would run as a formula with an apostrophe, and digits that it would change, such as
 * leading zeros. `unescapeFormula` reverses it.
 */
export function escapeFormula(text: string): string {
  const runs = /^'*[=+\-@\t\r]/.test(text) && !/^-?[\d.,]+$/.test(text);
  const start = runs || isKept(text) ? `'${text}` : text;
  return start.replace(WITHIN, "$1'");
}

/** Removes the apostrophes of `escapeFormula`, or of other exporters that do the same. */
export const unescapeFormula = (text: string): string =>
  (isKept(text) ? text.replace(/^'/, '') : text.replace(/^'(?='*[=+\-@\t\r])/, '')).replace(APOSTROPHE_WITHIN, '');

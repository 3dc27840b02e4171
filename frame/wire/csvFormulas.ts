/** Number with leading zeros, optionally after apostrophes. */
const ZEROS = /^'*0\d+$/;
/** Cell start for spreadsheets with another separator (x;=1+1). */
const WITHIN = /([;\t\r\n][" ]*)(?='*[=+@-])/g;
const APOSTROPHE_WITHIN = /(?<=[;\t\r\n][" ]*)'(?='*[=+@-])/g;

/**
 * Prefixes text that a spreadsheet would run as a formula with an apostrophe, and numbers whose plus or leading zeros
 * it would drop. `unescapeFormula` reverses it.
 */
export function escapeFormula(text: string): string {
  const runs = /^'*[=+\-@\t\r]/.test(text) && !/^-?[\d.,]+$/.test(text);
  const start = runs || ZEROS.test(text) ? `'${text}` : text;
  return start.replace(WITHIN, "$1'");
}

/** Removes the apostrophes of `escapeFormula`, or of other exporters that do the same. */
export const unescapeFormula = (text: string): string =>
  (ZEROS.test(text) ? text.replace(/^'/, '') : text.replace(/^'(?='*[=+\-@\t\r])/, '')).replace(APOSTROPHE_WITHIN, '');

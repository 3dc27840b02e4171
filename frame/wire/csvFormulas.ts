/** A number with zeros before it, and perhaps apostrophes before these. */
const ZEROS = /^'*0\d+$/;
/** Where a cell begins for a spreadsheet that separates by something else (x;=1+1). */
const WITHIN = /([;\t\r\n][" ]*)(?='*[=+@-])/g;
const APOSTROPHE_WITHIN = /(?<=[;\t\r\n][" ]*)'(?='*[=+@-])/g;

/**
 * The text of a cell that no spreadsheet runs as a formula: what begins with =, +, -, @ or a tab gets an apostrophe, and
 * one more where it has such already, so that `withoutApostrophe` gives the text as it was. Numbers stay as they are,
 * but for a plus or zeros at the start, which a spreadsheet would drop (telephone and account numbers).
 */
export function escapeFormula(text: string): string {
  const runs = /^'*[=+\-@\t\r]/.test(text) && !/^-?[\d.,]+$/.test(text);
  const start = runs || ZEROS.test(text) ? `'${text}` : text;
  return start.replace(WITHIN, "$1'");
}

/** The text that `withApostrophe`, or another exporter that does the same, was given. */
export const unescapeFormula = (text: string): string =>
  (ZEROS.test(text) ? text.replace(/^'/, '') : text.replace(/^'(?='*[=+\-@\t\r])/, '')).replace(APOSTROPHE_WITHIN, '');

/** Where a cell begins for a spreadsheet that separates by something else (x;=1+1). */
const WITHIN = /([;\t\r\n][" ]*)(?='*[=+@-])/g;
const APOSTROPHE_WITHIN = /(?<=[;\t\r\n][" ]*)'(?='*[=+@-])/g;

/**
 * The text of a cell that no spreadsheet runs as a formula: what begins with =, +, -, @ or a tab gets an apostrophe, and
 * one more where it has such already, so that `withoutApostrophe` gives the text as it was. Numbers stay as they are.
 */
export function withApostrophe(text: string): string {
  const start = /^'*[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.,]+$/.test(text) ? `'${text}` : text;
  return start.replace(WITHIN, "$1'");
}

/** The text that `withApostrophe`, or another exporter that does the same, was given. */
export const withoutApostrophe = (text: string): string =>
  text.replace(/^'(?='*[=+\-@\t\r])/, '').replace(APOSTROPHE_WITHIN, '');

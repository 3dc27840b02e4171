/** Where a spreadsheet that separates by something else begins a cell of its own. */
const WITHIN = /([;\t\r\n][" ]*)(?='*[=+@-])/g;

/**
 * A cell of a CSV file; a leading =, +, - or @ is defused, so that a spreadsheet takes it for text and not a formula,
 * and one behind what many spreadsheets take for the end of a cell (x;=1+1). A text that has such an apostrophe itself gets
 * another, as an import takes one away (frame/server/import/table.ts).
 */
function cell(value: string): string {
  const start = /^'*[=+\-@\t\r]/.test(value) && !/^[+-]?[\d.,]+$/.test(value) ? `'${value}` : value;
  const safe = start.replace(WITHIN, "$1'");
  return /[",;\t\n\r]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

/** Rows as a CSV file. The mark at its start tells spreadsheets that it is UTF-8. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}`;

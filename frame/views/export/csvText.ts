import { withApostrophe } from '../../wire/formulas.ts';

function cell(value: string): string {
  const safe = withApostrophe(value);
  return /[",;\t\n\r]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

/** Rows as a CSV file, none of whose cells a spreadsheet runs. The mark at its start tells spreadsheets that it is UTF-8. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}`;

import { escapeFormula } from './csvFormulas.ts';

function escapeCell(value: string): string {
  const safe = escapeFormula(value);
  return /[",;\t\n\r]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

/** Formats rows as CSV without formulas. The byte order mark tells spreadsheets that it is UTF-8. */
export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(escapeCell).join(',')).join('\r\n')}`;

const SEPARATORS = [',', ';', '\n'];

/** Several texts in a cell of a table, as splitMany reads them: those that hold a separator stand in quotes. */
export const formatMultiValue = (texts: readonly string[]): string =>
  texts.map((text) => (/[",;\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(', ');

/** The texts of a cell that holds several, separated by commas, semicolons or lines; empty ones count for nothing. */
export function parseMultiValue(cell: string): string[] {
  const texts: string[] = [];
  let [text, quoted, verbatim] = ['', false, false];
  const end = () => {
    const entry = verbatim ? text : text.trim();
    if (entry !== '') texts.push(entry);
    [text, verbatim] = ['', false];
  };
  for (let at = 0; at < cell.length; at++) {
    const sign = cell[at] as string;
    if (quoted) {
      if (sign !== '"') text += sign;
      else if (cell[at + 1] === '"') {
        text += sign;
        at += 1;
      } else quoted = false;
    } else if (SEPARATORS.includes(sign)) end();
    else if (sign === '"' && text.trim() === '') [text, quoted, verbatim] = ['', true, true];
    else if (!verbatim || sign.trim() !== '') text += sign;
  }
  end();
  return texts;
}

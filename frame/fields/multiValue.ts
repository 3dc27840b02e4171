const SEPARATORS = [',', ';', '\n'];

/** Joins texts into one cell for parseMultiValue. Texts with a separator are quoted. */
export const formatMultiValue = (texts: readonly string[]): string =>
  texts.map((text) => (/[",;\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(', ');

/** Splits a cell at commas, semicolons and line breaks. Skips empty texts. */
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

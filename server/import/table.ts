import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { IMPORT_ROWS } from '../../src/wire/imports.ts';
import { Refusal } from '../http/refusal.ts';

/** A CSV file as rows of texts. */
export interface Table {
  head: string[];
  /** `number` is what a spreadsheet shows: the headings are row 1, and empty rows count. */
  rows: { number: number; cells: string[] }[];
}

/** Characters that the parser is given at a time, so that others get their turn between. */
const PORTION = 64 * 1024;
/** Columns and characters of a cell beyond which a file is no list of records. */
const MOST_COLUMNS = 200;
const MOST_CELL = 20_000;

const refuse = (message: string, args?: Record<string, string | number>) => Refusal.at('file', 400, message, args);

/** The text of a UTF-8 file, with or without a mark at its start. */
function decode(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // As with a NUL: another encoding.
  }
  throw refuse('tables.encoding');
}

/** What separates the cells: of comma, semicolon and tab the one that the first row has most of. */
function delimiterOf(text: string): string {
  const [first = ''] = text.replace(/"[^"]*"/g, '').split(/\r?\n|\r/, 1);
  const counted = [',', ';', '\t'].map((one) => [one, first.split(one).length] as const);
  return counted.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

function* portionsOf(text: string) {
  for (let from = 0; from < text.length; from += PORTION) yield text.slice(from, from + PORTION);
}

/** A cell as its exporter meant it: the apostrophe that keeps a spreadsheet from taking it for a formula goes. */
const cellOf = (text: string) => text.trim().replace(/^'(?=[=+\-@\t\r])/, '');

/**
 * Reads a CSV file: comma, semicolon or tab, any line ends, quoted cells of several lines, UTF-8. Throws a Refusal
 * (400) that says what is wrong with the file as a whole.
 */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  const text = decode(bytes);
  const parser = parse({
    delimiter: delimiterOf(text),
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: MOST_COLUMNS * MOST_CELL,
  });
  const table: Table = { head: [], rows: [] };
  let number = 0;
  try {
    for await (const record of Readable.from(portionsOf(text)).compose(parser) as AsyncIterable<string[]>) {
      number += 1;
      const cells = record.map(cellOf);
      if (cells.length > MOST_COLUMNS) throw refuse('tables.tooWide', { most: MOST_COLUMNS });
      if (number === 1) table.head = cells;
      else if (cells.some((cell) => cell !== '')) table.rows.push({ number, cells });
      if (table.rows.length > IMPORT_ROWS) throw refuse('tables.tooLong', { most: IMPORT_ROWS });
    }
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    const { code, lines } = cause as CsvError & { lines?: number };
    throw code?.startsWith('CSV_') ? refuse('tables.quotes', { row: lines ?? number + 1 }) : cause;
  }
  if (table.head.every((cell) => cell === '') || table.rows.length === 0) throw refuse('tables.empty');
  return table;
}

import { pipeline } from 'node:stream/promises';
import { type CsvError, type Info, parse } from 'csv-parse';
import { withoutApostrophe } from '../../wire/formulas.ts';
import { IMPORT_ROWS } from '../../wire/imports.ts';
import { Refusal } from '../base/refusal.ts';
import { restNowAndThen } from '../base/rest.ts';

/** A CSV file as rows of texts. */
export interface Table {
  head: string[];
  /** `number` is what a spreadsheet shows: the headings are row 1, and empty rows count. */
  rows: { number: number; cells: string[] }[];
}

/** Bytes that the parser is given at a time, so that others get their turn between. */
const PORTION = 4 * 1024;
/** Columns, and characters of a heading, a cell and a row, beyond which a file is no list of records. */
const MOST_COLUMNS = 200;
const MOST_HEADING = 200;
const MOST_CELL = 20_000;
const MOST_ROW = 100_000;
/** Rows in all: a spreadsheet writes empty ones as well. */
const MOST_LINES = 2 * IMPORT_ROWS;
/** Characters at the start that the delimiter is found by. */
const FIRST = 100_000;

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
  const parts = text.slice(0, FIRST).split('"');
  const bare = parts.filter((_, index) => index % 2 === 0).join('');
  const [first = ''] = bare.split(/[\r\n]/, 1);
  const counted = [',', ';', '\t'].map((one) => [one, first.split(one).length] as const);
  return counted.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

/** Bytes and not characters: of a character of two parts (an emoji), a cut between them would leave neither. */
async function* portionsOf(bytes: Uint8Array, check: () => void) {
  const rest = restNowAndThen();
  for (let from = 0; from < bytes.length; from += PORTION) {
    yield bytes.subarray(from, from + PORTION);
    check();
    await rest();
  }
}

/**
 * Reads a CSV file: comma, semicolon or tab, any line ends, quoted cells of several lines, UTF-8. Throws a Refusal
 * (400) that says what is wrong with the entire file.
 */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  const text = decode(bytes);
  const table: Table = { head: [], rows: [] };
  let [number, count] = [0, 0];
  const tooLong = () => refuse('tables.tooLong', { most: IMPORT_ROWS });
  const take = (record: string[], { empty_lines }: Pick<Info, 'empty_lines'>) => {
    count += 1;
    number = count + empty_lines;
    const cells = record.map((text) => withoutApostrophe(text.trim()));
    if (cells.length > MOST_COLUMNS) throw refuse('tables.tooWide', { most: MOST_COLUMNS });
    const most = count === 1 ? MOST_HEADING : MOST_CELL;
    if (cells.some(({ length }) => length > most)) throw refuse('tables.longCell', { row: number, most });
    if (count === 1) table.head = cells;
    else if (cells.some((cell) => cell !== '')) table.rows.push({ number, cells });
    if (table.rows.length > IMPORT_ROWS || number > MOST_LINES) throw tooLong();
    // Nothing is handed on: to wait for each record takes ten times as long as to read it.
    return null;
  };
  const parser = parse({
    delimiter: delimiterOf(text),
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    // They are counted all the same, and cost nothing.
    skip_empty_lines: true,
    max_record_size: MOST_ROW,
    on_record: take,
  });
  try {
    const check = () => {
      if (parser.info.empty_lines > MOST_LINES) throw tooLong();
    };
    await pipeline(portionsOf(bytes, check), parser.resume());
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    const { code, lines } = cause as CsvError & { lines?: number };
    if (code === 'CSV_MAX_RECORD_SIZE') throw refuse('tables.longRow', { row: number + 1, most: MOST_ROW });
    throw code?.startsWith('CSV_') ? refuse('tables.quotes', { row: lines ?? number + 1 }) : cause;
  }
  if (table.head.every((cell) => cell === '') || table.rows.length === 0) throw refuse('tables.empty');
  return table;
}

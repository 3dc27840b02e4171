import { pipeline } from 'node:stream/promises';
import { type CsvError, type Info, parse } from 'csv-parse';
import { unescapeFormula } from '../../wire/csvFormulas.ts';
import { MAX_IMPORT_ROWS } from '../../wire/imports.ts';
import { HttpError } from '../base/httpError.ts';
import { createEventLoopYield } from '../base/yieldToEventLoop.ts';

export interface CsvTable {
  header: string[];
  /** `number` is the row number in a spreadsheet: the header is row 1, and empty rows count. */
  rows: { number: number; cells: string[] }[];
}

/** The parser yields to other requests after this many bytes. */
const CHUNK_BYTES = 4 * 1024;
const MAX_COLUMNS = 200;
const MAX_HEADING_LENGTH = 200;
const MAX_CELL_LENGTH = 20_000;
const MAX_ROW_LENGTH = 100_000;
/** Includes empty rows, which spreadsheets write too. */
const MAX_LINES = 2 * MAX_IMPORT_ROWS;
const DELIMITER_SAMPLE_LENGTH = 100_000;

const createFileRefusal = (message: string, args?: Record<string, string | number>) =>
  HttpError.forField('file', 400, message, args);

/** Decodes a UTF-8 file, with or without a byte order mark. */
function decode(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Not UTF-8. Refused below, as is a text with a NUL, which has another encoding too.
  }
  throw createFileRefusal('tables.encoding');
}

/** Returns the delimiter that is most frequent in the first row: comma, semicolon or tab. */
function detectDelimiter(text: string): string {
  const parts = text.slice(0, DELIMITER_SAMPLE_LENGTH).split('"');
  const bare = parts.filter((_, index) => index % 2 === 0).join('');
  const [first = ''] = bare.split(/[\r\n]/, 1);
  const counted = [',', ';', '\t'].map((one) => [one, first.split(one).length] as const);
  return counted.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

/** Yields chunks of bytes, as cuts of text could split a surrogate pair. Calls `check` after each chunk. */
async function* readChunks(bytes: Uint8Array, check: () => void) {
  const yieldNow = createEventLoopYield();
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    yield bytes.subarray(from, from + CHUNK_BYTES);
    check();
    await yieldNow();
  }
}

/** Reads CSV in UTF-8 with comma, semicolon or tab. Throws an HttpError (400) if the whole file is invalid. */
export async function readCsv(bytes: Uint8Array): Promise<CsvTable> {
  const text = decode(bytes);
  const table: CsvTable = { header: [], rows: [] };
  let [number, count] = [0, 0];
  const tooLong = () => createFileRefusal('tables.tooLong', { most: MAX_IMPORT_ROWS });
  const take = (record: string[], { empty_lines }: Pick<Info, 'empty_lines'>) => {
    count += 1;
    number = count + empty_lines;
    const cells = record.map((text) => unescapeFormula(text.trim()));
    if (cells.length > MAX_COLUMNS) throw createFileRefusal('tables.tooWide', { most: MAX_COLUMNS });
    const most = count === 1 ? MAX_HEADING_LENGTH : MAX_CELL_LENGTH;
    if (cells.some(({ length }) => length > most)) throw createFileRefusal('tables.longCell', { row: number, most });
    if (count === 1) table.header = cells;
    else if (cells.some((cell) => cell !== '')) table.rows.push({ number, cells });
    if (table.rows.length > MAX_IMPORT_ROWS || number > MAX_LINES) throw tooLong();
    // Returning records would make parsing ten times slower.
    return null;
  };
  const parser = parse({
    delimiter: detectDelimiter(text),
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    // The parser still counts them.
    skip_empty_lines: true,
    max_record_size: MAX_ROW_LENGTH,
    on_record: take,
  });
  try {
    const check = () => {
      if (parser.info.empty_lines > MAX_LINES) throw tooLong();
    };
    await pipeline(readChunks(bytes, check), parser.resume());
  } catch (cause) {
    if (cause instanceof HttpError) throw cause;
    const { code, lines } = cause as CsvError & { lines?: number };
    if (code === 'CSV_MAX_RECORD_SIZE')
      throw createFileRefusal('tables.longRow', { row: number + 1, most: MAX_ROW_LENGTH });
    throw code?.startsWith('CSV_') ? createFileRefusal('tables.quotes', { row: lines ?? number + 1 }) : cause;
  }
  if (table.header.every((cell) => cell === '') || table.rows.length === 0) throw createFileRefusal('tables.empty');
  return table;
}

import { pipeline } from 'node:stream/promises';
import { type CsvError, type Info, parse } from 'csv-parse';
import { createEventLoopYield, HttpError } from 'portal-frame/server';
import { unescapeFormula } from 'portal-frame/server/plugins';
import { MAX_IMPORT_ROWS } from '../wire/importCalls.ts';

export interface CsvTable {
  header: string[];
  /** `number` is the row number in a spreadsheet: the header is row 1, and empty rows count. */
  rows: CsvRow[];
  /** Number of title lines above the headings, and of lines with one cell or a total below them. */
  skippedLines?: number;
}
export interface CsvRow {
  number: number;
  cells: string[];
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
const DELIMITER_SAMPLE_LINES = 20;
const MAX_TITLE_LINES = 10;

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

/** Returns the delimiter with the same count in most of the first lines: comma, semicolon or tab. */
function detectDelimiter(text: string): string {
  const parts = text.slice(0, DELIMITER_SAMPLE_LENGTH).split('"');
  const bare = parts.filter((_, index) => index % 2 === 0).join('');
  const lines = bare.split(/[\r\n]+/, DELIMITER_SAMPLE_LINES);
  const rate = (delimiter: string) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const equal = Map.groupBy(counts.filter(Boolean), (count) => count);
    return Math.max(0, ...[...equal.values()].map(({ length }) => length)) * MAX_COLUMNS + (counts[0] ?? 0);
  };
  const rated = [',', ';', '\t'].map((one) => [one, rate(one)] as const);
  return rated.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

const countFilled = ({ cells }: CsvRow) => cells.filter((cell) => cell !== '').length;

/**
 * Finds the row of the headings. Reports of other programs have title lines above it: it is the first with a known
 * heading, else the first that is as full as most rows.
 */
function findHeader(rows: readonly CsvRow[], isHeading: (text: string) => boolean): number {
  const first = rows.slice(0, MAX_TITLE_LINES + 1);
  const known = first.findIndex(({ cells }) => cells.some((cell) => cell !== '' && isHeading(cell)));
  if (known === 0) return 0;
  const fullest = Math.max(...first.map(countFilled));
  const full = first.findIndex((row) => countFilled(row) > fullest / 2);
  return known > 0 ? Math.max(known, full) : full;
}

/** True for a line of a report that is no record: a heading of a group, or a total. */
const isReportLine = (row: CsvRow) =>
  countFilled(row) === 1 || /^(grand )?totals?\b/i.test(row.cells.find((cell) => cell !== '') ?? '');

/** Splits the rows of a file into headings and records. */
function toTable(rows: readonly CsvRow[], isHeading: (text: string) => boolean): CsvTable {
  const at = findHeader(rows, isHeading);
  const header = rows[at]?.cells ?? [];
  const below = rows.slice(at + 1);
  // Only a file with title lines is a report.
  const records = at > 0 && header.length > 2 ? below.filter((row) => !isReportLine(row)) : below;
  return { header, rows: records, skippedLines: rows.length - 1 - records.length };
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

/**
 * Reads CSV in UTF-8 with comma, semicolon or tab. `isHeading` knows headings, to tell them from title lines. Throws an
 * HttpError (400) if the whole file is invalid.
 */
export async function readCsv(bytes: Uint8Array, isHeading = (_text: string) => false): Promise<CsvTable> {
  const text = decode(bytes);
  const rows: CsvRow[] = [];
  let [number, count] = [0, 0];
  const tooLong = () => createFileRefusal('tables.tooLong', { most: MAX_IMPORT_ROWS });
  const take = (record: string[], { empty_lines }: Pick<Info, 'empty_lines'>) => {
    count += 1;
    number = count + empty_lines;
    const cells = record.map((text) => unescapeFormula(text.trim()));
    if (cells.length > MAX_COLUMNS) throw createFileRefusal('tables.tooWide', { most: MAX_COLUMNS });
    const most = count === 1 ? MAX_HEADING_LENGTH : MAX_CELL_LENGTH;
    if (cells.some(({ length }) => length > most)) throw createFileRefusal('tables.longCell', { row: number, most });
    if (count === 1 || cells.some((cell) => cell !== '')) rows.push({ number, cells });
    if (rows.length > MAX_IMPORT_ROWS + 1 || number > MAX_LINES) throw tooLong();
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
  const table = toTable(rows, isHeading);
  if (table.header.every((cell) => cell === '') || table.rows.length === 0) throw createFileRefusal('tables.empty');
  return table;
}

import type { AnyResource } from '../../config/resource.ts';
import { isBlank } from '../../config/validate.ts';
import { parseMultiValue } from '../../fields/multiValue.ts';
import type { Role } from '../../wire/call.ts';
import type { Feature } from '../../wire/features.ts';
import { MAX_ROW_ERRORS, type RowError } from '../../wire/imports.ts';
import type { RequestTexts } from '../base/serverTexts.ts';
import { createEventLoopYield } from '../base/yieldToEventLoop.ts';
import { matchColumns } from './matchColumns.ts';
import { MAX_PARSED_LENGTH, readCell } from './readCell.ts';
import type { CsvTable } from './readCsv.ts';

/** A field's value that cannot be taken: a message, and what fills it. */
export interface FieldError {
  message: string;
  args?: Record<string, string>;
}

/** How the rows of a file become records of one resource. */
export interface RowImporter<R> {
  resource: AnyResource;
  role: Role;
  /** The features whose groups of the form a file may fill in. */
  features?: readonly Feature[];
  /** The key of the record that a cell of a reference names, or what is wrong with it. */
  findReference(field: string, text: string): { value: string } | FieldError;
  /** A row's values, as its form would hold them, as what is written; or what is wrong, by field. */
  toRecord(values: Record<string, unknown>): { made: R } | { errors: Record<string, FieldError> };
}

/** A record to be written, and the row of the file it comes from. */
export interface ImportedRecord<R> {
  row: number;
  record: R;
}
export interface CheckedRows<R> {
  records: ImportedRecord<R>[];
  ignored: string[];
  /** The fields that the file has. */
  fields: string[];
  /** As many as a report lists, and how many there are. */
  rowErrors: RowError[];
  errorCount: number;
}

/** Checks every row of a file, so that one round of corrections is enough. */
export async function checkRows<R>(
  table: CsvTable,
  importer: RowImporter<R>,
  texts: RequestTexts,
  fallbackLanguage: string,
): Promise<CheckedRows<R>> {
  const columns = matchColumns(importer, table.header, texts);
  const fields = [...columns.fields.values()].map(({ field }) => field);
  const checked: CheckedRows<R> = {
    records: [],
    ignored: columns.ignored,
    fields,
    rowErrors: columns.rowErrors,
    errorCount: columns.rowErrors.length,
  };
  // Without its columns every row would be wrong.
  if (columns.rowErrors.length > 0) return checked;
  const language = columns.language ?? fallbackLanguage;
  const refuse = (row: number, field: string, { message, args }: FieldError) => {
    checked.errorCount += 1;
    if (checked.rowErrors.length < MAX_ROW_ERRORS)
      checked.rowErrors.push({ row, field, message: texts.formatMessage(message, args) });
  };
  const rest = createEventLoopYield();
  for (const { number, cells } of table.rows) {
    await rest();
    const found: Record<string, FieldError> = {};
    if (cells.slice(table.header.length).some((cell) => cell !== '')) found[''] = { message: 'tables.cells' };
    const values = toFormValues(importer, columns.fields, cells, language, found);
    const made = importer.toRecord(values);
    const errors = 'errors' in made ? { ...made.errors, ...found } : found;
    for (const [field, one] of Object.entries(errors)) refuse(number, field, one);
    if ('made' in made && Object.keys(found).length === 0) checked.records.push({ row: number, record: made.made });
  }
  return checked;
}

/** What a record is looked up by; none has a name that long. */
const shortenName = (text: string) => (text.length > MAX_PARSED_LENGTH ? `${text.slice(0, MAX_PARSED_LENGTH)}…` : text);

/** The keys of all records that a cell names, each once; or what is wrong with the first that is wrong. */
function findReferences(
  cell: string,
  find: (text: string) => { value: string } | FieldError,
): { value: string[] } | FieldError {
  const keys = new Set<string>();
  for (const text of parseMultiValue(cell)) {
    const found = find(text);
    if (!('value' in found)) return found;
    keys.add(found.value);
  }
  return { value: [...keys] };
}

/** What a form would hold after somebody typed the row into it; what cannot be read goes into `found`. */
function toFormValues<R>(
  { resource: { fields }, findReference }: RowImporter<R>,
  columns: ReturnType<typeof matchColumns>['fields'],
  cells: readonly string[],
  language: string,
  found: Record<string, FieldError>,
): Record<string, unknown> {
  const starts = Object.entries(fields).filter(([, field]) => !isBlank(field.default));
  const values: Record<string, unknown> = Object.fromEntries(starts.map(([name, field]) => [name, field.default]));
  for (const [index, { field: name }] of columns) {
    const field = fields[name];
    const text = cells[index] ?? '';
    if (!field || text === '') continue;
    const read =
      field.kind.input === 'references'
        ? findReferences(text, (one) => findReference(name, shortenName(one)))
        : field.kind.input === 'reference'
          ? findReference(name, shortenName(text))
          : readCell(field, text, language);
    if ('value' in read) values[name] = read.value;
    else found[name] = read;
  }
  return values;
}

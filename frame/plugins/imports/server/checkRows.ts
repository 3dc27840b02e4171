import type { AnyResource, Role } from 'portal-frame';
import { createEventLoopYield, type RequestTexts } from 'portal-frame/server';
import { isBlank, type MessageArgs, parseMultiValue } from 'portal-frame/server/plugins';
import type { Feature, RowError } from 'portal-frame/wire';
import { type ImportColumns, MAX_ROW_ERRORS } from '../wire/importCalls.ts';
import { matchColumns } from './matchColumns.ts';
import { MAX_PARSED_LENGTH, readCell, toMatchKey } from './readCell.ts';
import type { CsvTable } from './readCsv.ts';

/** An invalid value: the message and its arguments. */
export interface FieldError {
  message: string;
  args?: MessageArgs;
}

/** Turns the rows of a file into records of a resource. */
export interface RowImporter<R> {
  resource: AnyResource;
  role: Role;
  /** Enabled features, for form groups that need one. */
  features?: readonly Feature[];
  /** Finds the stored value of a reference by the text of a cell. */
  findReference(field: string, text: string): { value: string } | FieldError;
  /** Converts form values to a record, or returns errors by field. */
  toRecord(values: Record<string, unknown>): { made: R } | { errors: Record<string, FieldError> };
}

/** A record, and its row in the file. */
export interface ImportedRecord<R> {
  row: number;
  record: R;
}
export interface CheckedRows<R> {
  records: ImportedRecord<R>[];
  ignored: string[];
  /** The fields of the file's columns. */
  fields: string[];
  /** Limited to MAX_ROW_ERRORS; `errorCount` counts all. */
  rowErrors: RowError[];
  errorCount: number;
  /** Names of references that were not found. */
  unknownNames: ImportColumns['unknownValues'];
}

const MAX_UNKNOWN_NAMES = 30;
const UNKNOWN = ['tables.notFound', 'tables.notFoundIn'];

/** Converts every row of a file to a record, or collects its errors. With a wrong header no rows are converted. */
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
    unknownNames: [],
  };
  // With a wrong header every row would have errors.
  if (columns.rowErrors.length > 0) return checked;
  const language = columns.language ?? fallbackLanguage;
  const refuse = (row: number, field: string, { message, args }: FieldError) => {
    checked.errorCount += 1;
    if (checked.rowErrors.length < MAX_ROW_ERRORS)
      checked.rowErrors.push({ row, field, message: texts.formatMessage(message, args) });
  };
  const unknown = new Map<string, Map<string, string>>();
  const findReference: typeof importer.findReference = (field, text) => {
    const found = importer.findReference(field, shortenName(text));
    if ('message' in found && UNKNOWN.includes(found.message)) {
      const names = unknown.get(field) ?? new Map<string, string>();
      if (names.size < MAX_UNKNOWN_NAMES) unknown.set(field, names.set(toMatchKey(text), text));
    }
    return found;
  };
  const yieldNow = createEventLoopYield();
  for (const { number, cells } of table.rows) {
    await yieldNow();
    const found: Record<string, FieldError> = {};
    if (cells.slice(table.header.length).some((cell) => cell !== '')) found[''] = { message: 'tables.cells' };
    const values = toFormValues({ ...importer, findReference }, columns.fields, cells, language, found);
    const made = importer.toRecord(values);
    const errors = 'errors' in made ? { ...made.errors, ...found } : found;
    for (const [field, one] of Object.entries(errors)) refuse(number, field, one);
    if ('made' in made && Object.keys(found).length === 0) checked.records.push({ row: number, record: made.made });
  }
  checked.unknownNames = [...unknown].map(([field, names]) => ({ field, values: [...names.values()] }));
  return checked;
}

/** Shortens a text for an error message. No record has a name that long. */
const shortenName = (text: string) => (text.length > MAX_PARSED_LENGTH ? `${text.slice(0, MAX_PARSED_LENGTH)}…` : text);

/** Finds all references of a cell, or returns the first error. */
function findReferences(
  cell: string,
  find: (text: string) => { value: string } | FieldError,
): { value: string[] } | FieldError {
  const found = parseMultiValue(cell).map(find);
  const wrong = found.find((one) => 'message' in one);
  return wrong ?? { value: [...new Set(found.flatMap((one) => ('value' in one ? one.value : [])))] };
}

/** Converts a row to form values. Adds unreadable cells to `cellErrors`. */
function toFormValues<R>(
  { resource: { fields }, findReference }: RowImporter<R>,
  columns: ReturnType<typeof matchColumns>['fields'],
  cells: readonly string[],
  language: string,
  cellErrors: Record<string, FieldError>,
): Record<string, unknown> {
  const defaults = Object.entries(fields).filter(([, field]) => !isBlank(field.default));
  const values: Record<string, unknown> = Object.fromEntries(defaults.map(([name, field]) => [name, field.default]));
  for (const [index, { field: name }] of columns) {
    const field = fields[name];
    const text = cells[index] ?? '';
    if (!field || text === '') continue;
    const read =
      field.kind.input === 'references'
        ? findReferences(text, (one) => findReference(name, one))
        : field.kind.input === 'reference'
          ? findReference(name, text)
          : readCell(field, text, language);
    if ('value' in read) values[name] = read.value;
    else cellErrors[name] = read;
  }
  return values;
}

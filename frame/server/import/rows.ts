import type { AnyResource } from '../../config/resource.ts';
import { isMissing } from '../../config/validate.ts';
import { splitMany } from '../../fields/many.ts';
import type { Role } from '../../wire/call.ts';
import type { Feature } from '../../wire/features.ts';
import { MOST_ROW_ERRORS, type RowError } from '../../wire/imports.ts';
import { restNowAndThen } from '../base/rest.ts';
import type { Texts } from '../base/texts.ts';
import { LONGEST, readCell } from './cells.ts';
import { planColumns } from './columns.ts';
import type { Table } from './table.ts';

/** A field's value that cannot be taken: a message, and what fills it. */
export interface FieldError {
  message: string;
  args?: Record<string, string>;
}

/** How the rows of a file become records of one resource. */
export interface Importer<R> {
  resource: AnyResource;
  role: Role;
  /** The features whose groups of the form a file may fill in. */
  features?: readonly Feature[];
  /** The key of the record that a cell of a reference names, or what is wrong with it. */
  find(field: string, text: string): { value: string } | FieldError;
  /** A row's values, as its form would hold them, as what is written; or what is wrong, by field. */
  make(values: Record<string, unknown>): { made: R } | { errors: Record<string, FieldError> };
}

/** A record to be written, and the row of the file it comes from. */
export interface Made<R> {
  row: number;
  made: R;
}
export interface Checked<R> {
  records: Made<R>[];
  ignored: string[];
  /** The fields that the file has. */
  fields: string[];
  /** As many as a report lists, and how many there are. */
  rowErrors: RowError[];
  errorCount: number;
}

/** Checks every row of a file, so that one round of corrections is enough. */
export async function checkRows<R>(
  table: Table,
  importer: Importer<R>,
  texts: Texts,
  asked: string,
): Promise<Checked<R>> {
  const columns = planColumns(importer, table.head, texts);
  const fields = [...columns.fields.values()].map(({ field }) => field);
  const checked: Checked<R> = {
    records: [],
    ignored: columns.ignored,
    fields,
    rowErrors: columns.rowErrors,
    errorCount: columns.rowErrors.length,
  };
  // Without its columns every row would be wrong.
  if (columns.rowErrors.length > 0) return checked;
  const language = columns.language ?? asked;
  const refuse = (row: number, field: string, { message, args }: FieldError) => {
    checked.errorCount += 1;
    if (checked.rowErrors.length < MOST_ROW_ERRORS)
      checked.rowErrors.push({ row, field, message: texts.say(message, args) });
  };
  const rest = restNowAndThen();
  for (const { number, cells } of table.rows) {
    await rest();
    const found: Record<string, FieldError> = {};
    if (cells.slice(table.head.length).some((cell) => cell !== '')) found[''] = { message: 'tables.cells' };
    const values = valuesOf(importer, columns.fields, cells, language, found);
    const made = importer.make(values);
    const errors = 'errors' in made ? { ...made.errors, ...found } : found;
    for (const [field, one] of Object.entries(errors)) refuse(number, field, one);
    if ('made' in made && Object.keys(found).length === 0) checked.records.push({ row: number, made: made.made });
  }
  return checked;
}

/** What a record is looked up by; none has a name that long. */
const nameOf = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** The keys of all records that a cell names, each once; or what is wrong with the first that is wrong. */
function findMany(
  cell: string,
  find: (text: string) => { value: string } | FieldError,
): { value: string[] } | FieldError {
  const keys = new Set<string>();
  for (const text of splitMany(cell)) {
    const found = find(text);
    if (!('value' in found)) return found;
    keys.add(found.value);
  }
  return { value: [...keys] };
}

/** What a form would hold after somebody typed the row into it; what cannot be read goes into `found`. */
function valuesOf<R>(
  { resource: { fields }, find }: Importer<R>,
  columns: ReturnType<typeof planColumns>['fields'],
  cells: readonly string[],
  language: string,
  found: Record<string, FieldError>,
): Record<string, unknown> {
  const starts = Object.entries(fields).filter(([, field]) => !isMissing(field.default));
  const values: Record<string, unknown> = Object.fromEntries(starts.map(([name, field]) => [name, field.default]));
  for (const [index, { field: name }] of columns) {
    const field = fields[name];
    const text = cells[index] ?? '';
    if (!field || text === '') continue;
    const read =
      field.kind.input === 'references'
        ? findMany(text, (one) => find(name, nameOf(one)))
        : field.kind.input === 'reference'
          ? find(name, nameOf(text))
          : readCell(field, text, language);
    if ('value' in read) values[name] = read.value;
    else found[name] = read;
  }
  return values;
}

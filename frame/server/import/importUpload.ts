import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_ROW_ERRORS, type RowError } from '../../wire/imports.ts';
import { HttpError } from '../base/httpError.ts';
import type { RequestTexts } from '../base/serverTexts.ts';
import type { SavedFile } from '../files/fileStore.ts';
import type { Services } from '../services.ts';
import type { FieldError } from './checkRows.ts';

export const PREVIEW_SIZE = 10;

/** Reads an upload and discards the file. */
export async function readUpload([file]: readonly SavedFile[], store: Services['files']): Promise<Uint8Array> {
  if (!file) throw HttpError.forField('file', 400, 'tables.noFile');
  return readFile(join(store.incoming, file.path)).finally(() => store.discard([file.path], 'incoming'));
}

/** Creates the HttpError of a refused import, with the errors by row. */
export function createImportRefusal(rowErrors: readonly RowError[], count: number): HttpError {
  const overlap = rowErrors.every((rowError) => rowError.overlap);
  return new HttpError(overlap ? 409 : 400, 'tables.refused', {
    args: { count },
    data: { rowErrors: rowErrors.slice(0, MAX_ROW_ERRORS), ...(overlap && { overlap }) },
  });
}

/** Returns the messages of an HttpError by field. */
export const toFieldErrors = ({ message, details: { args, errors } }: HttpError): Record<string, FieldError> => {
  const all = Object.entries(errors ?? { '': message }).map(([field, error]) => {
    const sentence = typeof error === 'string' ? { message: error, args } : error;
    return [field, { message: sentence.message, args: sentence.args ?? {} }] as const;
  });
  return Object.fromEntries(all);
};

export const toRowErrors = (row: number, refusal: HttpError, texts: RequestTexts): RowError[] =>
  Object.entries(toFieldErrors(refusal)).map(([field, { message, args }]) => ({
    ...{ row, field, message: texts.formatMessage(message, args) },
  }));

/** Throws the HttpError of an import whose record of this row was refused; other errors as they are. */
export function refuseImportedRow(cause: unknown, row: number | undefined, texts: RequestTexts): never {
  if (!(cause instanceof HttpError) || cause.details.data || row === undefined) throw cause;
  const rowErrors = toRowErrors(row, cause, texts);
  throw createImportRefusal(rowErrors, rowErrors.length);
}

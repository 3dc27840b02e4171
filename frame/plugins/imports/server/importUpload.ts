import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpError, type SavedFile, type Services } from 'portal-frame/server';
import type { RowError } from 'portal-frame/wire';
import { MAX_ROW_ERRORS } from '../wire/importCalls.ts';

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

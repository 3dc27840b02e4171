import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_ROW_ERRORS, type RowError } from '../../wire/imports.ts';
import { HttpError } from '../base/httpError.ts';
import type { SavedFile } from '../files/fileStore.ts';
import type { Services } from '../services.ts';

/** Records of a report's preview. */
export const PREVIEW_SIZE = 10;

/** The bytes of an upload, which is kept nowhere. */
export async function readUpload([file]: readonly SavedFile[], store: Services['files']): Promise<Uint8Array> {
  if (!file) throw HttpError.forField('file', 400, 'tables.noFile');
  return readFile(join(store.incoming, file.path)).finally(() => store.discard([file.path], 'incoming'));
}

/** Refuses an entire import: what is wrong with which row. Nothing is written. */
export function createImportRefusal(rowErrors: readonly RowError[], count: number): HttpError {
  const overlap = rowErrors.every((rowError) => rowError.overlap);
  return new HttpError(overlap ? 409 : 400, 'tables.refused', {
    args: { count },
    data: { rowErrors: rowErrors.slice(0, MAX_ROW_ERRORS), ...(overlap && { overlap }) },
  });
}

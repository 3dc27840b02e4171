import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MOST_ROW_ERRORS, type RowError } from '../../wire/imports.ts';
import { Refusal } from '../base/refusal.ts';
import type { SavedFile } from '../files/store.ts';
import type { Services } from '../services.ts';

/** Records of a report's preview. */
export const PREVIEW = 10;

/** The bytes of an upload, which is kept nowhere. */
export async function bytesOf([file]: readonly SavedFile[], store: Services['files']): Promise<Uint8Array> {
  if (!file) throw Refusal.at('file', 400, 'tables.noFile');
  return readFile(join(store.incoming, file.path)).finally(() => store.discard([file.path], 'incoming'));
}

/** Refuses an entire import: what is wrong with which row. Nothing is written. */
export function importRefusal(rowErrors: readonly RowError[], count: number): Refusal {
  const overlap = rowErrors.every((rowError) => rowError.overlap);
  return new Refusal(overlap ? 409 : 400, 'tables.refused', {
    args: { count },
    data: { rowErrors: rowErrors.slice(0, MOST_ROW_ERRORS), ...(overlap && { overlap }) },
  });
}

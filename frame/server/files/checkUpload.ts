import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import type { Sharp } from 'sharp';
import type { FileRule } from '../../wire/call.ts';
import { HttpError } from '../base/httpError.ts';
import type { FileStore } from './fileStore.ts';
import { rewritePicture, TooManyPixelsError } from './rewritePicture.ts';

const MAX_SIDE_PIXELS = 2048;
/** Keeps small print legible. */
const DOCUMENT_OUTPUT = { quality: 95, chromaSubsampling: '4:4:4' } as const;
const IMAGE_EXTENSIONS = ['png', 'jpg', 'webp'];

/**
 * Checks an upload by its content and gives it the extension of its type. PDF files stay as they are.
 * Rewrites pictures upright and without metadata such as location and device. Photos are limited in size, documents are
 * not.
 * Returns null for unaccepted content. Throws a TooManyPixelsError.
 */
export async function checkUpload(
  files: FileStore,
  path: string,
  accepts: FileRule['accepts'],
  accountId?: string,
): Promise<{ path: string; size: number } | null> {
  const source = join(files.incoming, path);
  const ending = (await fileTypeFromFile(source))?.ext;
  // Text has no type; its parser checks the content.
  if (accepts === 'table') return ending ? null : { path, size: (await stat(source)).size };
  if (!ending || !(IMAGE_EXTENSIONS.includes(ending) || (accepts === 'document' && ending === 'pdf'))) return null;
  const checked = files.newPath(ending);
  const target = join(files.incoming, checked);
  if (ending === 'pdf') {
    await rename(source, target);
    return { path: checked, size: (await stat(target)).size };
  }
  try {
    const written = (picture: Sharp) =>
      accepts === 'document'
        ? picture.rotate().toFormat(ending === 'jpg' ? 'jpeg' : (ending as 'png' | 'webp'), DOCUMENT_OUTPUT)
        : picture
            .rotate()
            .resize({ width: MAX_SIDE_PIXELS, height: MAX_SIDE_PIXELS, fit: 'inside', withoutEnlargement: true });
    const size = await rewritePicture(source, target, written, accountId);
    await files.discard([path]);
    return { path: checked, size };
  } catch (cause) {
    await files.discard([checked]);
    if (cause instanceof TooManyPixelsError || cause instanceof HttpError) throw cause;
    return null;
  }
}

import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import type { FileRule } from '../../wire/call.ts';
import { HttpError } from '../base/httpError.ts';
import type { FileStore } from './fileStore.ts';
import { DOCUMENT_OUTPUT, MAX_SIDE_PIXELS } from './pictureLimits.ts';
import { rewritePicture, TooManyPixelsError } from './rewritePicture.ts';

const IMAGE_EXTENSIONS = ['png', 'jpg', 'webp'];

/**
 * Checks an upload by its content and gives it the extension of its type. PDF files stay as they are. Rewrites pictures
 * upright, without metadata such as location and device. Limits the size of photos. Returns null for unaccepted
 * content. Throws a TooManyPixelsError.
 */
export async function checkUpload(
  files: FileStore,
  path: string,
  accepts: FileRule['accepts'],
  accountId?: string,
): Promise<{ path: string; size: number } | null> {
  const source = join(files.incoming, path);
  const { fileTypeFromFile } = await import('file-type');
  const extension = (await fileTypeFromFile(source))?.ext;
  // Text has no type; its parser checks the content.
  if (accepts === 'table') return extension ? null : { path, size: (await stat(source)).size };
  if (!extension || !(IMAGE_EXTENSIONS.includes(extension) || (accepts === 'document' && extension === 'pdf')))
    return null;
  const target = files.newPath(extension);
  const targetFile = join(files.incoming, target);
  if (extension === 'pdf') {
    await rename(source, targetFile);
    return { path: target, size: (await stat(targetFile)).size };
  }
  try {
    const rewrite = (picture: Sharp) =>
      accepts === 'document'
        ? picture.rotate().toFormat(extension === 'jpg' ? 'jpeg' : (extension as 'png' | 'webp'), DOCUMENT_OUTPUT)
        : picture
            .rotate()
            .resize({ width: MAX_SIDE_PIXELS, height: MAX_SIDE_PIXELS, fit: 'inside', withoutEnlargement: true });
    const size = await rewritePicture(source, targetFile, rewrite, accountId);
    await files.discard([path]);
    return { path: target, size };
  } catch (cause) {
    await files.discard([target]);
    if (cause instanceof TooManyPixelsError || cause instanceof HttpError) throw cause;
    return null;
  }
}

import { buffer } from 'node:stream/consumers';
import type { Services } from 'portal-frame/server';
import { MAX_PIXELS } from 'portal-frame/server/plugins';

/** Pixels of a logo on paper: 2 inches wide at 300 dpi. */
const LOGO_SIZE = { width: 600, height: 240, fit: 'inside', withoutEnlargement: true } as const;

/** Reads a stored picture as a PNG in a data: address; undefined if there is none. PDFs cannot hold WebP. */
export async function readLogo({ files }: Services, stored: unknown): Promise<string | undefined> {
  const path = String(stored ?? '')
    .split(/[/?]/)
    .findLast((part) => /^[0-9a-f]{32}\.\w+$/.test(part));
  const found = path === undefined ? null : await files.storage.get(path);
  if (!found) return undefined;
  const { default: sharp } = await import('sharp');
  const picture = sharp(await buffer(found.content), { limitInputPixels: MAX_PIXELS });
  return `data:image/png;base64,${(await picture.resize(LOGO_SIZE).png().toBuffer()).toString('base64')}`;
}

/// <reference path="./fontkit.d.ts" />
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { openSync } from 'fontkit';

const require = createRequire(import.meta.url);
/** DejaVu Sans has the letters of Latin, Greek, Cyrillic, Hebrew, Arabic and other scripts. */
export const REGULAR = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
export const BOLD = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');
/** UnifontEX has the letters of all scripts, as plain bitmaps: Chinese, Japanese, Korean, Hindi, Thai. */
const OTHER_LETTERS = require.resolve('@fontsource/unifontex/files/unifontex-latin-400-normal.woff');

const toBuffer = promisify(inflate);
const fonts = new Map<string, ReturnType<typeof openSync>>();

/** True if a font file has all these letters. */
export function hasLetters(path: string, letters: Iterable<string>): boolean {
  const font = fonts.get(path) ?? openSync(path);
  fonts.set(path, font);
  return [...letters].every(
    (letter) => /[\p{C}\p{Z}]/u.test(letter) || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  );
}

/**
 * Reads the font of all scripts. Converts WOFF to the format that it compresses: fontkit reads 12 MB of glyphs again for
 * each letter otherwise. It inflates on other threads, as nobody should wait for it.
 */
export async function readOtherLetters(): Promise<Buffer> {
  const woff = await readFile(OTHER_LETTERS);
  const tables = await Promise.all(
    Array.from({ length: woff.readUInt16BE(12) }, async (_, at) => {
      const entry = woff.subarray(44 + at * 20, 64 + at * 20);
      const [start, packed, size] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)];
      const stored = woff.subarray(start, start + packed);
      return {
        tag: entry.subarray(0, 4),
        checksum: entry.subarray(16, 20),
        data: packed < size ? await toBuffer(stored) : stored,
      };
    }),
  );
  const head = Buffer.alloc(12 + 16 * tables.length);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(tables.length, 4);
  const parts = [head];
  let offset = head.length;
  for (const [at, { tag, checksum, data }] of tables.entries()) {
    const entry = head.subarray(12 + 16 * at);
    tag.copy(entry, 0);
    checksum.copy(entry, 4);
    entry.writeUInt32BE(offset, 8);
    entry.writeUInt32BE(data.length, 12);
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
    parts.push(data, padding);
    offset += data.length + padding.length;
  }
  return Buffer.concat(parts);
}

import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const MIN_BYTES = 1024;

/** Adds .br and .gz variants of text files of at least `MIN_BYTES`. */
export function precompress(): Plugin {
  const textFiles = /\.(js|css|html|svg|json|webmanifest)$/;
  async function compress(path: string) {
    const bytes = await readFile(path);
    if (bytes.length < MIN_BYTES) return;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    await Promise.all([
      brotli(bytes, { params }).then((small) => writeFile(`${path}.br`, small)),
      zip(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
    ]);
  }
  return {
    name: 'portal:precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return;
      const files = readdirSync(dir, { recursive: true }).map(String);
      await Promise.all(files.filter((name) => textFiles.test(name)).map((name) => compress(join(dir, name))));
    },
  };
}

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Writes and flushes a file. Returns the SHA-256 (hex) of its content. */
export async function writeChecked(path: string, source: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(hashed, createWriteStream(path, { mode: 0o600, flush: true }));
  return hash.digest('hex');
}

/** Copies a file and returns the SHA-256 of its content. */
export const copyChecked = (from: string, to: string) => writeChecked(to, createReadStream(from));

/** Writes values as compressed lines of JSON and returns the SHA-256 of the file. */
export async function writeJsonLines(
  path: string,
  values: Iterable<unknown> | AsyncIterable<unknown>,
): Promise<string> {
  async function* lines() {
    for await (const value of values) yield `${JSON.stringify(value)}\n`;
  }
  const packed = createGzip();
  const [sha256] = await Promise.all([writeChecked(path, packed), pipeline(lines, packed)]);
  return sha256;
}

/** Reads the values that `writeJsonLines` wrote, from a path or a stream. */
export async function* readJsonLines<T>(source: string | Readable): AsyncIterable<T> {
  const unpacked = createGunzip().setEncoding('utf8');
  // The loop below reports read errors, and may stop early.
  pipeline(typeof source === 'string' ? createReadStream(source) : source, unpacked).catch(() => undefined);
  let rest = '';
  for await (const chunk of unpacked as AsyncIterable<string>) {
    // Not readline: it also splits at line separators that JSON keeps in texts.
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as T;
  }
}

/** Returns the SHA-256 of the content, in hexadecimal digits. */
export async function hashContent(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

import { Readable } from 'node:stream';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** `content` is called when the entry is written; null leaves the entry out. */
export interface ZipEntry {
  name: string;
  content(): Promise<AsyncIterable<Uint8Array> | string | null>;
}

/** Streams a ZIP file; texts are compressed, files stored as they are. */
export function createZip(entries: readonly ZipEntry[]): Readable {
  async function* made(): AsyncGenerator<Uint8Array> {
    let ready: Uint8Array[] = [];
    const zip = new Zip((error, chunk) => {
      if (error) throw error;
      ready.push(chunk);
    });
    function* taken() {
      yield* ready;
      ready = [];
    }
    for (const { name, content } of entries) {
      const found = await content();
      if (found === null) continue;
      if (typeof found === 'string') {
        const text = new ZipDeflate(name);
        zip.add(text);
        text.push(new TextEncoder().encode(found), true);
      } else {
        const file = new ZipPassThrough(name);
        zip.add(file);
        for await (const chunk of found) {
          file.push(chunk);
          yield* taken();
        }
        file.push(new Uint8Array(), true);
      }
      yield* taken();
    }
    zip.end();
    yield* taken();
  }
  return Readable.from(made(), { objectMode: false });
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from 'portal-frame/server';

/** Stores the demo's files like uploads. */
export interface FileWriter {
  /** Returns the path stored in rows. */
  save(content: Buffer | Promise<Buffer>, ending: 'jpg' | 'pdf'): Promise<string>;
  /** Removes all saved files. */
  discard(): Promise<void>;
}

export function createFileWriter(files: FileStore): FileWriter {
  const written: string[] = [];
  return {
    async save(content, ending) {
      const path = files.newPath(ending);
      written.push(path);
      await writeFile(join(files.incoming, path), await content, { mode: 0o600 });
      await files.moveToStorage(path);
      return path;
    },
    discard: async () => {
      await files.discard(written);
    },
  };
}

import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StorageAdapter } from './storageAdapter.ts';

async function flushToDisk(path: string, flags: 'r' | 'r+' = 'r'): Promise<void> {
  const handle = await open(path, flags);
  await handle.sync().finally(() => handle.close());
}

/** Creates a storage in a folder, with 256 subfolders. */
export function createFolderStorage(root: string): StorageAdapter {
  const locate = (path: string) => join(root, path.slice(0, 2), path);
  return {
    name: root,
    async put(path, source) {
      const folder = dirname(locate(path));
      await flushToDisk(source, 'r+');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await rename(source, locate(path));
      // Some systems cannot open folders and flush their entries themselves.
      await flushToDisk(folder).catch(() => undefined);
    },
    async get(path) {
      try {
        const handle = await open(locate(path));
        const { size } = await handle.stat();
        return { content: handle.createReadStream(), size };
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw cause;
      }
    },
    async remove(paths) {
      await Promise.all(paths.map((path) => rm(locate(path), { force: true })));
    },
    async *list() {
      for (const folder of await readdir(root).catch(() => []))
        if (/^[0-9a-f]{2}$/.test(folder))
          for (const path of await readdir(join(root, folder))) {
            const found = await stat(join(root, folder, path)).catch(() => null);
            if (found?.isFile()) yield { path, at: found.mtimeMs };
          }
    },
  };
}

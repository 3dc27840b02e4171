import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../files/fileStore.ts';
import type { StorageAdapter } from '../files/storageAdapter.ts';
import { writeChecked } from './checksumFiles.ts';

async function hashContent({ content }: { content: AsyncIterable<Buffer> }): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Copies files from one storage to another and verifies them. Skips files that the target has with equal content.
 * Servers may run meanwhile; a second round copies files that they added.
 */
export async function copyMissingFiles(
  from: StorageAdapter,
  to: StorageAdapter,
  { incoming, knows }: Pick<FileStore, 'incoming' | 'knows'>,
) {
  const counts = { copied: 0, there: 0 };
  for await (const { path } of from.list()) {
    const source = knows(path) ? await from.get(path) : null;
    if (!source) continue;
    const passing = join(incoming, path);
    try {
      const { sha256 } = await writeChecked(passing, source.content);
      const found = await to.get(path);
      if (found && (await hashContent(found)) === sha256) {
        counts.there += 1;
        continue;
      }
      await to.put(path, passing);
      const written = await to.get(path);
      if (!written || (await hashContent(written)) !== sha256) throw new Error(`${path} did not arrive as it was.`);
      counts.copied += 1;
    } finally {
      await rm(passing, { force: true });
    }
  }
  return counts;
}

/** Removes files from a storage that the other one has with equal size. */
export async function removeMovedFiles(from: StorageAdapter, to: StorageAdapter): Promise<number> {
  let removed = 0;
  for await (const { path } of from.list()) {
    const [here, there] = await Promise.all([from.get(path), to.get(path)]);
    here?.content.destroy();
    there?.content.destroy();
    if (!here || here.size !== there?.size) continue;
    await from.remove([path]);
    removed += 1;
  }
  return removed;
}

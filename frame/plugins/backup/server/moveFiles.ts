import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from 'portal-frame/server';
import { hashContent, isUploadPath, type StorageAdapter, writeChecked } from 'portal-frame/server/storage';

/**
 * Copies and verifies files that the target lacks or has with another content. Servers may run: a second call copies
 * the files that they added.
 */
export async function copyMissingFiles(
  from: StorageAdapter,
  to: StorageAdapter,
  { incoming }: Pick<FileStore, 'incoming'>,
) {
  const counts = { copied: 0, there: 0 };
  for await (const { path } of from.list()) {
    const source = isUploadPath(path) ? await from.get(path) : null;
    if (!source) continue;
    const localFile = join(incoming, path);
    try {
      const sha256 = await writeChecked(localFile, source.content);
      const found = await to.get(path);
      if (found && (await hashContent(found.content)) === sha256) {
        counts.there += 1;
        continue;
      }
      await to.put(path, localFile);
      const written = await to.get(path);
      if (!written || (await hashContent(written.content)) !== sha256)
        throw new Error(`${path} did not arrive as it was.`);
      counts.copied += 1;
    } finally {
      await rm(localFile, { force: true });
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

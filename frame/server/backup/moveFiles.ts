import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from '../files/place.ts';
import type { FileStore } from '../files/store.ts';
import { write } from './disk.ts';

async function sha256Of({ content }: { content: AsyncIterable<Buffer> }): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Copies every file from one place to another and reads each back; what is there already is compared and left. Servers
 * may run meanwhile: a second round takes what came in the first. Gives how many were copied, and how many were there.
 */
export async function copyAll(from: Place, to: Place, { incoming, knows }: Pick<FileStore, 'incoming' | 'knows'>) {
  const counts = { copied: 0, there: 0 };
  for await (const { path } of from.all()) {
    const source = knows(path) ? await from.get(path) : null;
    if (!source) continue;
    const passing = join(incoming, path);
    try {
      const { sha256 } = await write(passing, source.content);
      const found = await to.get(path);
      if (found && (await sha256Of(found)) === sha256) {
        counts.there += 1;
        continue;
      }
      await to.put(path, passing);
      const written = await to.get(path);
      if (!written || (await sha256Of(written)) !== sha256) throw new Error(`${path} did not arrive as it was.`);
      counts.copied += 1;
    } finally {
      await rm(passing, { force: true });
    }
  }
  return counts;
}

/** Removes every file of a place that the other one has in the same size. */
export async function removeMoved(from: Place, to: Place): Promise<number> {
  let removed = 0;
  for await (const { path } of from.all()) {
    const [here, there] = await Promise.all([from.get(path), to.get(path)]);
    here?.content.destroy();
    there?.content.destroy();
    if (!here || here.size !== there?.size) continue;
    await from.remove([path]);
    removed += 1;
  }
  return removed;
}

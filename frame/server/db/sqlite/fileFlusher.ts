import { type FileHandle, open } from 'node:fs/promises';

/** Brings what was written to a file onto the disk, without holding up this thread; for all who wait at once. */
export interface FileFlusher {
  /** Resolves once all that was written before the call is on the disk; throws where the system could not do it. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Of a file that is there once something was written to it, and stays. */
export function createFileFlusher(path: string): FileFlusher {
  let file: FileHandle | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  async function sync(before: Promise<void> | undefined): Promise<void> {
    // One under way may have begun before what is waited for was written.
    await before?.catch(() => undefined);
    running = next;
    next = undefined;
    file ??= await opened();
    await file?.datasync();
  }
  const opened = () =>
    open(path, 'r+').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return undefined;
      throw cause;
    });
  return {
    flush() {
      next ??= sync(running);
      return next;
    },
    async close() {
      await Promise.allSettled([running, next]);
      await file?.close();
    },
  };
}

import { type FileHandle, open } from 'node:fs/promises';

/** Flushes a file to the disk without blocking this thread. Concurrent callers share a flush. */
export interface FileFlusher {
  /** Resolves once everything written before the call is on the disk. Rejects if the system fails. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Creates the flusher of a file, which may be missing until the first write. */
export function createFileFlusher(path: string): FileFlusher {
  let file: FileHandle | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  async function sync(previous: Promise<void> | undefined): Promise<void> {
    // A running flush may have begun before the caller's write.
    await previous?.catch(() => undefined);
    running = next;
    next = undefined;
    file ??= await openFile();
    await file?.datasync();
  }
  const openFile = () =>
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

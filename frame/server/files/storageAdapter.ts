import type { Readable } from 'node:stream';

/** Where finished uploads lie: a folder, or a bucket. */
export interface StorageAdapter {
  /** In words, for who runs the server. */
  readonly name: string;
  /** Takes a file from the disk, for good: once that is confirmed, it is there after a power cut too. */
  put(path: string, source: string): Promise<void>;
  /** A file's content, or null where there is none of that name. */
  get(path: string): Promise<{ content: Readable; size: number } | null>;
  /** Removes files; those that are not there are no matter. */
  remove(paths: readonly string[]): Promise<void>;
  /** Every file, with when it was put there (ms). */
  list(): AsyncIterable<{ path: string; at: number }>;
}

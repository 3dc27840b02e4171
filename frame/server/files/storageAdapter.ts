import type { Readable } from 'node:stream';

/** Storage of finished uploads: a folder or a bucket. */
export interface StorageAdapter {
  /** Name for messages to the operator. */
  readonly name: string;
  /** Moves a file from the disk into the storage. It survives a power cut once this resolves. */
  put(path: string, source: string): Promise<void>;
  /** Null if the file is missing. */
  get(path: string): Promise<{ content: Readable; size: number } | null>;
  /** Ignores missing files. */
  remove(paths: readonly string[]): Promise<void>;
  /** Lists all files with the time of their last write (ms since 1970). */
  list(): AsyncIterable<{ path: string; at: number }>;
}

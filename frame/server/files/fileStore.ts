import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileRule } from '../../wire/call.ts';
import { warn } from '../base/warn.ts';
import type { Config } from '../config.ts';
import { createBucketStorage } from './bucketStorage.ts';
import { createFileUrls, type FileUrls } from './fileUrls.ts';
import { createFolderStorage } from './folderStorage.ts';
import type { StorageAdapter } from './storageAdapter.ts';

/** A stored upload: `path` is its random name, `name` the original one. */
export interface SavedFile {
  path: string;
  name: string;
  size: number;
}

const received = new WeakMap<object, FileRule['accepts']>();

/** Marks an upload that this server has checked and stored, so that no request can name a file in its place. */
export const markReceived = (file: SavedFile, as: FileRule['accepts']) => void received.set(file, as);

/** True for an upload that a call received: with `as`, one that was checked as this. */
export const isReceived = (value: unknown, as?: FileRule['accepts']): value is SavedFile => {
  const checkedAs = typeof value === 'object' && value !== null ? received.get(value) : undefined;
  return checkedAs !== undefined && (as === undefined || checkedAs === as);
};

/** Stores uploads under random names. Only signed URLs give access. */
export interface FileStore extends FileUrls {
  /** Local folder for uploads in progress. */
  readonly incoming: string;
  readonly storage: StorageAdapter;
  newPath(ending: string): string;
  /** Moves a finished upload from `incoming` to the storage. */
  moveToStorage(path: string): Promise<void>;
  /**
   * Removes files everywhere, or only from `incoming`. Ignores missing files. Waits while removals are held and retries
   * failures; the sweep removes the rest after the process ends. Returns the number of files that are still waiting.
   */
  discard(paths: readonly string[], from?: 'anywhere' | 'incoming'): Promise<number>;
  /** Ends the retries. */
  close(): void;
}

const UPLOAD_PATH = /^[0-9a-f]{32}\.(png|jpg|webp|pdf|jsonl\.gz)$/;

/** Retry delays while removals are held and after a failure of the storage. */
const RETRY_MS = { held: 1000, failure: 10_000 };

/** True for a path as `newPath` creates it. */
export const isUploadPath = (path: string): boolean => UPLOAD_PATH.test(path);

const UPLOAD_PATHS = /(?<=^|")[0-9a-f]{32}\.(?:png|jpg|webp|pdf|jsonl\.gz)(?=$|")/g;

/** Finds upload paths in the texts of a database row: a text is one path, or a JSON list with paths. */
export const findUploadPaths = (row: Readonly<Record<string, unknown>>): string[] =>
  Object.values(row).flatMap((value) => (typeof value === 'string' ? (value.match(UPLOAD_PATHS) ?? []) : []));

type FileStoreConfig = Pick<Config, 'dataDir' | 'filesUrl' | 'tokenSecret'>;

/** Returns the storage in the folder `uploads` of the data directory. */
export const createUploadsFolder = ({ dataDir }: Pick<Config, 'dataDir'>): StorageAdapter =>
  createFolderStorage(join(dataDir, 'uploads'));

/** Creates the file store in the configured bucket, otherwise below DATA_DIR. */
export function createFileStore(config: FileStoreConfig, areRemovalsHeld = async () => false): FileStore {
  const storage = config.filesUrl ? createBucketStorage(config.filesUrl) : createUploadsFolder(config);
  const incoming = join(config.dataDir, 'uploads', 'tmp');
  const removeIncoming = (path: string) => rm(join(incoming, path), { force: true });
  /** Files waiting for removal. The sweep removes them if the server ends first. */
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  function retryIn(ms: number): void {
    if (timer || isClosed) return;
    timer = setTimeout(() => {
      timer = undefined;
      void remove([...waiting]);
    }, ms).unref();
  }
  async function remove(paths: readonly string[]): Promise<number> {
    if (paths.length === 0) return 0;
    for (const path of paths) waiting.add(path);
    try {
      if (await areRemovalsHeld()) retryIn(RETRY_MS.held);
      else {
        await storage.remove(paths);
        for (const path of paths) waiting.delete(path);
        return 0;
      }
    } catch (cause) {
      warn('Files could not be removed, and the removal is tried again', cause);
      retryIn(RETRY_MS.failure);
    }
    return paths.length;
  }
  return {
    ...createFileUrls(config),
    incoming,
    storage,
    newPath: (ending) => `${randomBytes(16).toString('hex')}.${ending}`,
    async moveToStorage(path) {
      await storage.put(path, join(incoming, path));
      await removeIncoming(path);
    },
    async discard(paths, from = 'anywhere') {
      await Promise.all(paths.map(removeIncoming));
      return from === 'anywhere' ? remove(paths.filter(isUploadPath)) : 0;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
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
  /** Bytes. */
  size: number;
}

/** Stores uploads under random names. Only signed URLs give access. */
export interface FileStore extends FileUrls {
  /** Local folder for uploads in progress. */
  readonly incoming: string;
  readonly storage: StorageAdapter;
  newPath(ending: string): string;
  knows(path: string): boolean;
  /** Moves a finished upload from `incoming` to the storage. */
  moveToStorage(path: string): Promise<void>;
  /**
   * Removes files everywhere, or only from `incoming`. Ignores missing files.
   * Waits for running backups and retries failures; the sweep removes the rest after the process ends.
   * Returns the number of files that are still waiting.
   */
  discard(paths: readonly string[], from?: 'anywhere' | 'incoming'): Promise<number>;
}

const UPLOAD_PATH = /^[0-9a-f]{32}\.(png|jpg|webp|pdf)$/;

/** Retry delays while a backup runs and while the storage does not answer. */
const RETRY_MS = { held: 1000, away: 10_000 };

/** True for a path as `newPath` creates it. */
export const isUploadPath = (path: string): boolean => UPLOAD_PATH.test(path);

/** Finds upload paths in a database text: one path, or a JSON list with paths. */
export const findUploadPaths = (text: string): string[] =>
  text.match(/(?<=^|")[0-9a-f]{32}\.(?:png|jpg|webp|pdf)(?=$|")/g) ?? [];

type FileStoreConfig = Pick<Config, 'dataDir' | 'filesUrl' | 'tokenSecret'>;

/** Creates the storage of local uploads. */
export const createUploadsFolder = ({ dataDir }: Pick<Config, 'dataDir'>): StorageAdapter =>
  createFolderStorage(join(dataDir, 'uploads'));

/** Creates the file store in the configured bucket, otherwise below DATA_DIR. */
export function createFileStore(config: FileStoreConfig, isHeld = async () => false): FileStore {
  const place = config.filesUrl ? createBucketStorage(config.filesUrl) : createUploadsFolder(config);
  const incoming = join(config.dataDir, 'uploads', 'tmp');
  /** Files waiting for removal. The sweep removes them if the server ends first. */
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const removeSoon = (after: number) => {
    if (timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void remove([...waiting]);
    }, after).unref();
  };
  async function remove(paths: readonly string[]): Promise<number> {
    if (paths.length === 0) return 0;
    for (const path of paths) waiting.add(path);
    try {
      if (await isHeld()) {
        removeSoon(RETRY_MS.held);
        return paths.length;
      }
      await place.remove(paths);
      for (const path of paths) waiting.delete(path);
      return 0;
    } catch (cause) {
      warn('Files could not be removed, and the removal is tried again', cause);
      removeSoon(RETRY_MS.away);
      return paths.length;
    }
  }
  return {
    ...createFileUrls(config),
    incoming,
    storage: place,
    newPath: (ending) => `${randomBytes(16).toString('hex')}.${ending}`,
    knows: isUploadPath,
    async moveToStorage(path) {
      await place.put(path, join(incoming, path));
      await rm(join(incoming, path), { force: true });
    },
    async discard(paths, from = 'anywhere') {
      await Promise.all(paths.map((path) => rm(join(incoming, path), { force: true })));
      return from === 'anywhere' ? remove(paths.filter(isUploadPath)) : 0;
    },
  };
}

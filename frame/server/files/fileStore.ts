import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { warn } from '../base/warn.ts';
import type { Config } from '../config.ts';
import { createBucketStorage } from './bucketStorage.ts';
import { createFileUrls, type FileUrls } from './fileUrls.ts';
import { createFolderStorage } from './folderStorage.ts';
import type { StorageAdapter } from './storageAdapter.ts';

/** An upload as it is kept: `path` is its random name with the ending of its type, `name` what the person called it. */
export interface SavedFile {
  path: string;
  name: string;
  /** Bytes. */
  size: number;
}

/** Uploads under random names, given out by signed addresses only. */
export interface FileStore extends FileUrls {
  /** Where uploads are written while they come in; always on the disk. */
  readonly incoming: string;
  readonly storage: StorageAdapter;
  /** A new random path with this ending. */
  newPath(ending: string): string;
  /** Whether a path is one of ours. */
  knows(path: string): boolean;
  /** Moves a finished upload from `incoming` to its place, for good. */
  moveToStorage(path: string): Promise<void>;
  /**
   * Removes files wherever they are, or only from `incoming`; those that are not there are no matter. What a backup
   * under way may still name goes after it. What cannot be removed now is tried again until it is, after the end of
   * the process by the sweep. Gives how many files are still to be removed.
   */
  discard(paths: readonly string[], from?: 'anywhere' | 'incoming'): Promise<number>;
}

const UPLOAD_PATH = /^[0-9a-f]{32}\.(png|jpg|webp|pdf)$/;

/** Milliseconds after which a removal is tried again: while a backup is under way, and while the place does not answer. */
const RETRY_MS = { held: 1000, away: 10_000 };

/** Whether a text is the path of an upload, as `newPath` makes it. */
export const isUploadPath = (path: string): boolean => UPLOAD_PATH.test(path);

/** The paths a text of the database holds: it is one, or a list of them as JSON. */
export const findUploadPaths = (text: string): string[] =>
  text.match(/(?<=^|")[0-9a-f]{32}\.(?:png|jpg|webp|pdf)(?=$|")/g) ?? [];

type FileStoreConfig = Pick<Config, 'dataDir' | 'filesUrl' | 'tokenSecret'>;

/** The folder of uploads, which a bucket may stand in for. */
export const createUploadsFolder = ({ dataDir }: Pick<Config, 'dataDir'>): StorageAdapter =>
  createFolderStorage(join(dataDir, 'uploads'));

/** Keeps uploads where the config says: in a bucket, else below DATA_DIR. `isHeld` says whether a backup is under way. */
export function createFileStore(config: FileStoreConfig, isHeld = async () => false): FileStore {
  const place = config.filesUrl ? createBucketStorage(config.filesUrl) : createUploadsFolder(config);
  const incoming = join(config.dataDir, 'uploads', 'tmp');
  /** Files still to be removed. If the server ends before, the sweep removes them. */
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

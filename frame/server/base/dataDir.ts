import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { EnvironmentError } from './environmentError.ts';
import { getSystemErrorKind } from './systemErrors.ts';

const DATABASES = ['portal.sqlite', 'audit-waiting.sqlite'];
/** Files and folders that only the server's user may read. */
export const PRIVATE_FILES = [
  ...DATABASES.flatMap((name) => [name, `${name}-wal`, `${name}-shm`]),
  'portal.lock',
  'token-secret',
];
export const PRIVATE_FOLDERS = ['uploads', 'outbox'];

/** Creates a file that only its owner may read. Does not open an existing file. */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
}

/** Removes rights of other users that an older version or a loose umask left. Ignores files it may not change. */
function restrictPermissions(dataDir: string): void {
  const all = [
    ...PRIVATE_FILES.map((name) => [name, 0o600] as const),
    ...PRIVATE_FOLDERS.map((name) => [name, 0o700] as const),
  ];
  for (const [name, mode] of all)
    try {
      chmodSync(join(dataDir, name), mode);
    } catch (cause) {
      if (!['ENOENT', 'EPERM', 'EROFS', 'ENOTSUP'].includes(String((cause as NodeJS.ErrnoException).code))) throw cause;
    }
}

/**
 * Creates the data directory and makes its files private.
 * Throws an EnvironmentError if the directory cannot be written.
 */
export function prepareDataDir(path: string): string {
  const dataDir = resolve(path);
  try {
    mkdirSync(join(dataDir, 'uploads', 'tmp'), { recursive: true, mode: 0o700 });
    restrictPermissions(dataDir);
  } catch (cause) {
    throw toUnwritableError(dataDir, cause);
  }
  return dataDir;
}

function toUnwritableError(dataDir: string, cause: unknown): EnvironmentError {
  const full = getSystemErrorKind(cause as Error) === 'full';
  return new EnvironmentError(
    `DATA_DIR must be a directory that can be written, but ${dataDir} is ${full ? 'full' : 'not'}: ${(cause as Error).message}`,
  );
}

/**
 * Reads the secret of the data directory and creates it if it is missing. Servers that start together share one secret.
 */
export function readOrCreateSecret(dataDir: string): string {
  const path = join(dataDir, 'token-secret');
  try {
    if (!existsSync(path)) createSecret(path);
  } catch (cause) {
    throw toUnwritableError(dataDir, cause);
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 32)
    throw new EnvironmentError(`The secret in ${path} is too short. Delete the file to have a new one made.`);
  return secret;
}

/** Links a complete file to its name, if the name is free. Renames it on file systems without links. */
function linkOrRename(part: string, path: string): void {
  try {
    linkSync(part, path);
  } catch (cause) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(String((cause as NodeJS.ErrnoException).code))) throw cause;
    renameSync(part, path);
  }
}

/** Writes the secret under a temporary name first, so that a killed process leaves no partial secret. */
function createSecret(path: string): void {
  const part = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(part, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true });
    linkOrRename(part, path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  } finally {
    rmSync(part, { force: true });
  }
}

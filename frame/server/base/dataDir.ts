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
import { EnvironmentError } from './operatorErrors.ts';
import { createSecret } from './secrets.ts';
import { getSystemErrorKind } from './systemErrors.ts';

/** Files and folders that only the server's user may read. */
export const PRIVATE_FILES = [
  ...(['portal.sqlite', 'portal.sqlite-wal', 'portal.sqlite-shm'] as const),
  'portal.lock',
  'token-secret',
];
export const PRIVATE_FOLDERS = ['uploads', 'outbox'];

const hasCode = (cause: unknown, ...codes: string[]) => codes.includes(String((cause as NodeJS.ErrnoException).code));

/** Creates a file that only its owner may read. Does not open an existing file. */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (cause) {
    if (!hasCode(cause, 'EEXIST')) throw cause;
  }
}

/** Removes rights of other users that an older version or a loose umask left. Ignores files it may not change. */
function restrictPermissions(dataDir: string): void {
  const all = [
    ...PRIVATE_FILES.map((name) => ({ name, mode: 0o600 })),
    ...PRIVATE_FOLDERS.map((name) => ({ name, mode: 0o700 })),
  ];
  for (const { name, mode } of all)
    try {
      chmodSync(join(dataDir, name), mode);
    } catch (cause) {
      if (!hasCode(cause, 'ENOENT', 'EPERM', 'EROFS', 'ENOTSUP')) throw cause;
    }
}

/** Creates the data directory and makes its files private. Throws an EnvironmentError if that is impossible. */
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

/** Reads the secret of the data directory and creates a missing one. Servers that start together share it. */
export function readOrCreateSecret(dataDir: string): string {
  const path = join(dataDir, 'token-secret');
  try {
    if (!existsSync(path)) writeSecret(path);
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
    if (!hasCode(cause, 'EPERM', 'ENOTSUP', 'ENOSYS')) throw cause;
    renameSync(part, path);
  }
}

/** Writes the secret under a temporary name first, so that a killed process leaves no partial secret. */
function writeSecret(path: string): void {
  const part = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(part, createSecret(), { flag: 'wx', mode: 0o600, flush: true });
    linkOrRename(part, path);
  } catch (cause) {
    if (!hasCode(cause, 'EEXIST')) throw cause;
  } finally {
    rmSync(part, { force: true });
  }
}

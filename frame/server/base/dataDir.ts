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
/** What only the server's user may read; folders keep out of all that is below them. */
export const PRIVATE_FILES = [
  ...DATABASES.flatMap((name) => [name, `${name}-wal`, `${name}-shm`]),
  'portal.lock',
  'token-secret',
];
export const PRIVATE_FOLDERS = ['uploads', 'outbox'];

/** Makes a file that only its owner may read, if it is not there. One that is there is not even opened. */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
}

/** Takes everybody else's rights to what an older version, or a loose umask, made. Not ours to change: left as it is. */
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
 * Makes the data directory if need be, and what is in it private, whatever the directory itself allows. Throws a
 * ConfigError, in one line, where it cannot be written.
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

/** The secret kept in the data directory; made where there is none yet, once even if two servers start at a time. */
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

/** Gives a file its name where nobody has it; file systems without links let the last of two have it. */
function linkOrRename(part: string, path: string): void {
  try {
    linkSync(part, path);
  } catch (cause) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(String((cause as NodeJS.ErrnoException).code))) throw cause;
    renameSync(part, path);
  }
}

/** It gets its name when it is complete, so that a process that is killed leaves no partial one; the first of two stays. */
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

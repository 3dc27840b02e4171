import { join } from 'node:path';
import { ConfigError as ResourceError } from '../config/configError.ts';
import { EnvironmentError } from './base/operatorErrors.ts';
import { getSystemErrorKind } from './base/systemErrors.ts';
import { SchemaError } from './db/runMigrationStep.ts';

/** SQLite's codes for a damaged file and for a file of another format. */
const DAMAGED_CODES = [11, 26];

/** Describes a failed start in one line; undefined for an internal error. */
export function describeStartError(cause: unknown, env: Record<string, string | undefined>): string | undefined {
  const { code, errcode, message } = cause as { code?: string; errcode?: number; message: string };
  if (cause instanceof EnvironmentError || cause instanceof ResourceError || cause instanceof SchemaError)
    return message;
  if (code === 'EADDRINUSE') return `PORT ${env.PORT || 3000} is in use by another program.`;
  if (code === 'EADDRNOTAVAIL') return `HOST must be an address of this machine, but it is "${env.HOST}".`;
  const dataDir = env.DATA_DIR || './data';
  if (errcode !== undefined && DAMAGED_CODES.includes(errcode & 0xff))
    return `The database ${join(dataDir, 'portal.sqlite')} is damaged (${message}). Restore a backup into an empty DATA_DIR.`;
  const kind = getSystemErrorKind(cause as Error);
  if (kind === 'full') return `There is no space left for the database or in ${dataDir} (${message}).`;
  if (kind === 'storage')
    return `${dataDir} and what is in it must be readable and writable for the server (${message}).`;
  if (kind === 'busy') return `The database cannot be reached: ${message}`;
  // PostgreSQL's messages about passwords and names are clear and hold no secret.
  if (/^(28|3D)/.test(code ?? '')) return `The database of DATABASE_URL refuses: ${message}`;
  return undefined;
}

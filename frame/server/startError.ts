import { join } from 'node:path';
import { ConfigError as ResourceError } from '../config/configError.ts';
import { EnvironmentError } from './base/environmentError.ts';
import { getSystemErrorKind } from './base/systemErrors.ts';
import { SchemaError } from './db/runMigrationStep.ts';

/** SQLite's result codes for a file that is none of its own, or damaged. */
const DAMAGED_CODES = [11, 26];

/** What a start that failed says in one line, with what to do; undefined for an error of the program itself. */
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
  // PostgreSQL's own words for a wrong password or name are clear, and hold no secret.
  if (/^(28|3D)/.test(code ?? '')) return `The database of DATABASE_URL refuses: ${message}`;
  return undefined;
}

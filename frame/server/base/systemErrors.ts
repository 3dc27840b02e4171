/** `full`: no space left. `storage`: files cannot be written. `busy`: temporary, try again. */
export type SystemErrorKind = 'full' | 'storage' | 'busy';

/** Codes of the system, PostgreSQL and our file storage. */
const CODES: Record<SystemErrorKind, readonly string[]> = {
  full: ['ENOSPC', 'EDQUOT', 'EFBIG', '53100'],
  storage: ['EACCES', 'EPERM', 'EROFS', 'EIO', 'ENOTDIR', 'ENOENT', 'EISDIR', 'FILES_REFUSED'],
  busy: [
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
    ...['EMFILE', 'ENFILE', '53200', '53300', '55P03', '57P01', '57P02', '57P03', '40001', '40P01'],
    ...['08000', '08001', '08003', '08004', '08006', '25006', 'FILES_AWAY'],
  ],
};
/** SQLite's result codes: full; read-only, input/output error, cannot open; busy, locked. */
const SQLITE_CODES: Record<SystemErrorKind, readonly number[]> = { full: [13], storage: [8, 10, 14], busy: [5, 6] };
const KINDS = Object.keys(CODES) as SystemErrorKind[];
/** Messages of pg for lost, unanswered or unavailable connections, which have no code. */
const BROKEN_CONNECTION =
  /^(Connection terminated|Query read timeout|Client has encountered a connection error|timeout exceeded when trying)|is not currently accepting connections$/;

interface DatabaseError {
  code?: unknown;
  /** SQLite's code, with details in its upper bits. */
  errcode?: unknown;
  message?: string;
}

/** Returns the kind of a system error; undefined for any other error. */
export function getSystemErrorKind({ code, errcode, message = '' }: DatabaseError): SystemErrorKind | undefined {
  if (typeof errcode === 'number') return KINDS.find((kind) => SQLITE_CODES[kind].includes(errcode & 0xff));
  if (BROKEN_CONNECTION.test(message)) return 'busy';
  return KINDS.find((kind) => CODES[kind].includes(String(code)));
}

/** Creates an error that the log names by its code. */
export const createCodedError = (code: string) => Object.assign(new Error(code), { code });

/** Returns the code or name of an error for the log. It contains no personal data. */
export function getLogReason(error: unknown): string {
  const { code, errcode, responseCode, name, message } = error as Record<string, unknown>;
  // A bad certificate of a mail server has no code of its own.
  const detail = code === 'ESOCKET' ? message : undefined;
  return [code ?? name, errcode, responseCode, detail].filter((part) => part !== undefined).join(' ');
}

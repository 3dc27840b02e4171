/** What went wrong around us: no room left, files that cannot be written, or something that will be there again. */
export type SystemErrorKind = 'full' | 'storage' | 'busy';

/** By the codes of the system and of PostgreSQL. */
const CODES_BY_KIND: Record<SystemErrorKind, readonly string[]> = {
  full: ['ENOSPC', 'EDQUOT', 'EFBIG', '53100'],
  storage: ['EACCES', 'EPERM', 'EROFS', 'EIO', 'ENOTDIR', 'ENOENT', 'EISDIR', 'FILES_REFUSED'],
  busy: [
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
    ...['EMFILE', 'ENFILE', '53200', '53300', '55P03', '57P01', '57P02', '57P03', '40001', '40P01'],
    ...['08000', '08001', '08003', '08004', '08006', '25006', 'FILES_AWAY'],
  ],
};
/** SQLite's result codes: busy and locked; full; read-only, input/output and cannot open. */
const SQLITE_KINDS: Record<number, SystemErrorKind> = {
  5: 'busy',
  6: 'busy',
  8: 'storage',
  10: 'storage',
  13: 'full',
  14: 'storage',
};
/** What pg says without a code of its own when a connection breaks, does not answer, or none is to be had. */
const BROKEN_CONNECTION =
  /^(Connection terminated|Query read timeout|Client has encountered a connection error|timeout exceeded when trying)|is not currently accepting connections$/;

interface DatabaseError {
  code?: unknown;
  /** SQLite's, with details in its upper bits. */
  errcode?: unknown;
  message?: string;
}

/** The kind of system error behind an error; undefined for any other error. */
export function getSystemErrorKind({ code, errcode, message = '' }: DatabaseError): SystemErrorKind | undefined {
  if (typeof errcode === 'number') return SQLITE_KINDS[errcode & 0xff];
  if (BROKEN_CONNECTION.test(message)) return 'busy';
  return (Object.keys(CODES_BY_KIND) as SystemErrorKind[]).find((kind) => CODES_BY_KIND[kind].includes(String(code)));
}

/** What an error is called, for logs: no word of whom or what it concerns. */
export function getLogReason(error: unknown): string {
  const { code, errcode, responseCode, name, message } = error as Record<string, unknown>;
  // Connections to mail servers have no code of their own for a bad certificate.
  const detail = code === 'ESOCKET' ? message : undefined;
  return [code ?? name, errcode, responseCode, detail].filter((part) => part !== undefined).join(' ');
}

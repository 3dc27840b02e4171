import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Envelope } from '../../wire/envelope.ts';
import { getServerTexts } from '../base/serverTexts.ts';
import type { SecurityHeaders } from './headers.ts';

const STATUS_BY_ERROR: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Creates the handler for malformed, late or oversized requests, which have a socket but no reply object. */
export const createClientErrorHandler =
  (secure: SecurityHeaders) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const code = STATUS_BY_ERROR[error.code ?? ''] ?? 400;
    const envelope: Envelope = {
      status: false,
      message: getServerTexts().formatMessage('server.badRequest'),
      code,
      data: null,
    };
    const body = JSON.stringify(envelope);
    const head = [
      `HTTP/1.1 ${code} ${STATUS_CODES[code]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      ...Object.entries(secure).map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    socket.destroy(error);
  };

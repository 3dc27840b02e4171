import { connect, type Socket } from 'node:net';
import { getCallPath } from 'portal-frame/internal';
import { API_ROOT } from 'portal-frame/wire';
import { calls } from '../../src/wire/index.ts';
import { type Row, tally } from './tally.ts';
import type { Target } from './target.ts';

const MOST = 3000;

const SIGN_IN = getCallPath(calls.signIn);
const head = (from: string, more = '') =>
  `POST ${SIGN_IN} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\ncontent-type: application/json\r\n${more}`;

/** First bytes sent on each connection, which then stays open. */
const FLOODS: [string, number, (index: number) => string][] = [
  ['unfinished bodies of one address', 600, () => `${head('203.0.113.5', 'content-length: 900\r\n')}\r\n{"email":"`],
  [
    'unfinished bodies of many addresses',
    600,
    (at) => `${head(`198.51.${at >> 8}.${at & 255}`, 'content-length: 900\r\n')}\r\n{"email":"`,
  ],
  ['unfinished heads', 600, (at) => head(`198.51.${at >> 8}.${at & 255}`)],
  [
    'unfinished chunks',
    300,
    (at) => `${head(`198.51.${at >> 8}.${at & 255}`, 'transfer-encoding: chunked\r\n')}\r\nffff\r\n{`,
  ],
  ['a thousand headers', 100, (at) => `${head('203.0.113.6')}${`x-${at}: ${'a'.repeat(8)}\r\n`.repeat(1000)}\r\n`],
  ['headers of 100 kB', 100, () => `${head('203.0.113.7', `x: ${'a'.repeat(100_000)}\r\n`)}\r\n`],
  ['requests in one packet', 50, () => `GET ${API_ROOT}/health HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(100)],
  ['two lengths', 100, () => `${head('203.0.113.8', 'content-length: 5\r\ncontent-length: 6\r\n')}\r\n{}`],
  [
    'length and chunks',
    100,
    () =>
      `${head('203.0.113.9', 'content-length: 5\r\ntransfer-encoding: chunked\r\n')}\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
  ],
  ['bytes that are no HTTP', 100, () => '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'],
];

const opened = (port: number, host: string, text: string) =>
  new Promise<Socket>((resolve) => {
    const socket = connect(port, host, () => {
      socket.write(text, 'latin1');
      resolve(socket);
    });
    socket.on('error', () => resolve(socket)).resume();
  });

export async function floods(target: Target, part: number): Promise<Row> {
  const row = tally('unfinished bodies and heads, floods of headers');
  const { hostname, port } = new URL(target.server.origin);
  const token = await target.tokenOf('admin');
  for (const [what, count, make] of FLOODS) {
    const sockets = await Promise.all(
      Array.from({ length: Math.ceil(count / part) }, (_, index) => opened(Number(port), hostname, make(index))),
    );
    row.attempts += sockets.length;
    const start = performance.now();
    const health = await target.ask({ method: 'GET', url: `${API_ROOT}/health` });
    const list = await target.ask({ method: 'GET', url: getCallPath(calls.adminAppointments), token });
    const ms = performance.now() - start;
    row.check(
      health.code === 200 && list.code === 200 && ms < MOST,
      () => `${what}: ${health.code}, ${list.code}, ${ms} ms`,
    );
    for (const socket of sockets) socket.destroy();
  }
  row.check(target.server.child.exitCode === null, () => 'the server ended');
  return row;
}

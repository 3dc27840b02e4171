import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { Envelope } from '../../wire/envelope.ts';
import { translateServer } from '../base/texts.ts';

/** Milliseconds that whoever is being answered gets once the server itself takes over. */
const GRACE = 1000;

// Answers in the server's place while that starts (starting.ts): its own thread is busy with the database then.
const { port, host } = workerData as { port: number; host: string };
const server = createServer(({ headers }, response) => {
  const message = translateServer(headers['accept-language']).say('server.starting');
  const envelope: Envelope = { status: false, message, code: 503, data: null };
  response.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'retry-after': '2',
    connection: 'close',
  });
  response.end(JSON.stringify(envelope));
});
server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
  parentPort?.postMessage({ error: { code, message } });
  parentPort?.close();
});
server.listen(port, host, () => parentPort?.postMessage({ port: (server.address() as AddressInfo).port }));
parentPort?.once('message', () => {
  server.close();
  // The port is free as soon as it is closed: those that are being answered have connections of their own.
  parentPort?.postMessage('free');
  parentPort?.close();
  setTimeout(() => server.closeAllConnections(), GRACE).unref();
});

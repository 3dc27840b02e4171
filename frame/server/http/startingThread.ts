import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { Envelope } from '../../wire/envelope.ts';
import { getServerTexts } from '../base/serverTexts.ts';

/** Milliseconds that whoever is being answered gets once the server itself takes over. */
const CLOSE_GRACE_MS = 1000;

/** Seconds until they ask again. */
const RETRY_SECONDS = '2';

const STYLE =
  'body{display:grid;place-content:center;min-height:90vh;font:16px system-ui,sans-serif;text-align:center}';
/** The policy of an answer: no script, no frame, and of styles that one alone, by its hash. */
const POLICY = `default-src 'none'; style-src 'sha256-4yg3BDh2GmAmfVnVMAg2drwwos43bWz5hAIwVbMUHmo='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** What a browser shows meanwhile; it asks again by itself. */
const renderStartingPage = (language: string, message: string) => `<!doctype html>
<html lang="${language}">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light dark">
  <meta http-equiv="refresh" content="${RETRY_SECONDS}">
  <title>${message}</title>
  <style>${STYLE}</style>
  <body>
  <p role="status">${message}</p>
`;

// Answers in the server's place while that starts (starting.ts): its own thread is busy with the database then.
const { port, host } = workerData as { port: number; host: string };
const server = createServer(({ headers }, response) => {
  const { language, formatMessage } = getServerTexts(headers['accept-language']);
  const message = formatMessage('server.starting');
  const envelope: Envelope = { status: false, message, code: 503, data: null };
  const isPage = headers.accept?.includes('text/html');
  response.writeHead(503, {
    'content-type': `${isPage ? 'text/html' : 'application/json'}; charset=utf-8`,
    'content-security-policy': POLICY,
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'retry-after': RETRY_SECONDS,
    connection: 'close',
  });
  response.end(isPage ? renderStartingPage(language, message) : JSON.stringify(envelope));
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
  setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS).unref();
});

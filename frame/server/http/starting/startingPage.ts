import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { pickLanguage } from '../../../i18n/pickLanguage.ts';
import type { Envelope } from '../../../wire/envelope.ts';

const CLOSE_GRACE_MS = 1000;

const RETRY_SECONDS = '2';

const STYLE =
  'body{display:grid;place-content:center;min-height:90vh;font:16px system-ui,sans-serif;text-align:center}';
/** Allows the one style by its hash, no script and no frame. */
const POLICY = `default-src 'none'; style-src 'sha256-4yg3BDh2GmAmfVnVMAg2drwwos43bWz5hAIwVbMUHmo='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

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

export interface StartingPageData {
  port: number;
  host: string;
  /** The message in each language. Reading all texts again would delay the start. */
  messages: ReadonlyMap<string, string>;
}

// Runs in a thread, because the main thread is busy with the database (starting.ts).
const { port, host, messages } = workerData as StartingPageData;
const server = createServer(({ headers }, response) => {
  const language = pickLanguage(headers['accept-language'], messages);
  const message = messages.get(language) ?? '';
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
  // Closing frees the port at once; running replies keep their connections.
  parentPort?.postMessage('free');
  parentPort?.close();
  setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS).unref();
});

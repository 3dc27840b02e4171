import { setTimeout as delay } from 'node:timers/promises';

const RETRY_DELAYS_MS = [250, 1000, 3000, 10_000];
const CONNECT_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 1000;

/** Listens to a PostgreSQL channel and reconnects. Also calls `onNotice` then, as notices may have been missed. */
export function listenToChannel(url: string, channel: string, onNotice: () => void): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function listen(): Promise<void> {
    const timeout = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
    const { Client } = (await import('pg')).default;
    const client = new Client({ connectionString: url, keepAlive: true, ...timeout });
    const closed = new Promise<void>((resolve) => {
      client.on('error', () => resolve()).on('end', () => resolve());
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    const connected = client.connect();
    try {
      await Promise.race([connected, closed]);
      if (signal.aborted) return;
      client.on('notification', onNotice);
      await client.query(`listen ${channel}`);
      tries = 0;
      onNotice();
      await closed;
    } finally {
      // pg never settles `end` for a client that is still connecting.
      const ended = connected.then(() => client.end()).catch(() => undefined);
      await Promise.race([ended, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    }
  }

  let tries = 0;
  const listening = (async () => {
    while (!signal.aborted) {
      // Requests that need the database report the failure.
      await listen().catch(() => undefined);
      const wait = RETRY_DELAYS_MS[Math.min(tries++, RETRY_DELAYS_MS.length - 1)];
      await delay(wait, undefined, { signal }).catch(() => undefined);
    }
  })();

  return {
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}

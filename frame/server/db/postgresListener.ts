import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Milliseconds between two tries to connect, growing from the first to the last. */
const RETRY_DELAYS_MS = [250, 1000, 3000, 10_000];
/** Milliseconds that a connection may take to come, and to go. */
const CONNECT_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 1000;

/**
 * Listens on one of PostgreSQL's channels by a connection of its own, which is made anew as often as it breaks. `heard`
 * is called for a notice, and after every connecting, since notices may have been missed before it.
 */
export function listenToChannel(url: string, channel: string, heard: () => void): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    const over = new Promise<void>((resolve) => {
      client.on('error', () => resolve()).on('end', () => resolve());
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    const connected = client.connect();
    try {
      await Promise.race([connected, over]);
      if (signal.aborted) return;
      client.on('notification', heard);
      await client.query(`listen ${channel}`);
      tries = 0;
      heard();
      await over;
    } finally {
      // Ended while it connects, a client of pg never says that it has ended.
      const ended = connected.then(() => client.end()).catch(() => undefined);
      await Promise.race([ended, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    }
  }

  let tries = 0;
  const listening = (async () => {
    while (!signal.aborted) {
      // Why it broke is reported by the requests that need the database.
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

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Milliseconds between two tries to connect, growing from the first to the last. */
const WAITS = [250, 1000, 3000, 10_000];

/**
 * Listens on one of PostgreSQL's channels by a connection of its own, which is made anew as often as it breaks. `heard`
 * is called for a notice, and after every connecting, since notices may have been missed before it.
 */
export function onNotices(url: string, channel: string, heard: () => void): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let client: pg.Client | undefined;

  async function listen(): Promise<void> {
    client = new pg.Client({ connectionString: url, keepAlive: true });
    const over = new Promise<void>((resolve) => {
      client?.on('error', () => resolve()).on('end', () => resolve());
    });
    try {
      await client.connect();
      client.on('notification', heard);
      await client.query(`listen ${channel}`);
      tries = 0;
      heard();
      await over;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  let tries = 0;
  const listening = (async () => {
    while (!stopping.signal.aborted) {
      // Why it broke is told by the requests that need the database.
      await listen().catch(() => undefined);
      const wait = WAITS[Math.min(tries++, WAITS.length - 1)];
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();

  return {
    async stop() {
      stopping.abort();
      await client?.end().catch(() => undefined);
      await listening;
    },
  };
}

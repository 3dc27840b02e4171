import type { FastifyBaseLogger } from 'fastify';
import { HEARTBEAT } from '../../wire/events.ts';
import { liveSessions } from '../accounts/sessionRows.ts';
import { causeOf } from '../base/systemErrors.ts';
import type { Config } from '../config.ts';
import type { Store } from '../db/openDatabase.ts';
import { onNotices } from '../db/postgresNotices.ts';
import { CHANNEL, eventsAfter, newestEvent, pruneEvents } from './changeEvents.ts';
import { AGE, frameOf, Kept, type LiveEvent, MOST, type Place, readRow } from './kept.ts';
import { framesOf, type Listener, Listeners } from './listeners.ts';

/** Publishes to open streams what was changed, by this process or another one on the same database. */
export interface Live {
  /** Reads what is kept, and from then on what comes. */
  start(log: FastifyBaseLogger): Promise<void>;
  /** There may be new events: reads them at once. */
  wake(): void;
  /**
   * Sends a listener what it missed since `from`, and then what comes. From a number of milliseconds ago, from a place,
   * or from now where it is undefined.
   */
  join(listener: Listener, from: Place | number | undefined): Promise<void>;
  /** How many streams are open. */
  size(): number;
  /** Ends all streams. */
  stop(): Promise<void>;
}

/** Milliseconds between two looks at the database should a notice be lost, and between two prunings. */
const POLL = 5000;
const PRUNE = 60_000;

export function createLive(
  { databaseUrl, idleMinutes }: Pick<Config, 'databaseUrl' | 'idleMinutes'>,
  { db }: Pick<Store, 'db'>,
): Live {
  const kept = new Kept();
  const listeners = new Listeners();
  const timers: NodeJS.Timeout[] = [];
  let notices: ReturnType<typeof onNotices> | undefined;
  let log: FastifyBaseLogger | undefined;
  let reading: Promise<void> | undefined;
  let again = false;

  /** One read for all that was committed since the last, whoever asked for it meanwhile. */
  function read(): Promise<void> {
    again = true;
    reading ??= readAll().finally(() => {
      reading = undefined;
    });
    return reading;
  }
  async function readAll(): Promise<void> {
    while (again) {
      again = false;
      const rows = await eventsAfter(db, kept.newest.id);
      if (rows.length === 0) continue;
      again = true;
      const events = rows.map(readRow);
      // What came in between was pruned before this process could read it.
      if (kept.add(events)) publish(events);
      else for (const listener of listeners.all) listener.write(frameOf(kept.newest, '{}', 'reset'));
    }
  }
  function publish(events: readonly LiveEvent[]): void {
    listeners.publish(events);
    const accounts = events.flatMap(({ resource, audience }) => (resource === 'sessions' ? audience : []));
    if (accounts.length > 0) attempt(() => endDead(listeners.of(accounts)));
  }

  /** Ends the streams whose sessions are over. */
  async function endDead(some: ReadonlySet<Listener>): Promise<void> {
    if (some.size === 0) return;
    const ids = [...some].map(({ account }) => account.sessionId);
    const living = await liveSessions(db, ids, idleMinutes);
    for (const listener of some) if (!living.has(listener.account.sessionId)) listener.close();
  }
  async function beat(): Promise<void> {
    try {
      await endDead(listeners.all);
    } finally {
      for (const listener of listeners.all) listener.write(frameOf(kept.newest, '{}', 'ready'));
    }
  }
  async function prune(): Promise<void> {
    kept.forget();
    await pruneEvents(db, AGE, MOST);
  }

  /** What the database keeps from being done now is done at the next occasion. */
  function attempt(work: () => Promise<void>): void {
    work().catch((error: unknown) => log?.warn({ reason: causeOf(error) }, 'live events could not be worked on'));
  }
  const every = (ms: number, work: () => Promise<void>) => timers.push(setInterval(() => attempt(work), ms).unref());

  return {
    async start(logger) {
      const newest = await newestEvent(db);
      const oldest = Math.max(0, (newest?.id ?? 0) - MOST);
      for (let rows = await eventsAfter(db, oldest); rows.length > 0; rows = await eventsAfter(db, kept.newest.id))
        kept.add(rows.map(readRow));
      log = logger;
      every(POLL, read);
      every(HEARTBEAT, beat);
      every(PRUNE, prune);
      if (databaseUrl) notices = onNotices(databaseUrl, CHANNEL, () => attempt(read));
    },
    wake() {
      if (log) attempt(read);
    },
    async join(listener, from) {
      // More may be committed than this process has read, by itself or another one.
      if (from === undefined || (typeof from === 'object' && from.id > kept.newest.id)) await read();
      const place = typeof from === 'number' ? kept.before(from) : (from ?? kept.newest);
      const missed = place && kept.after(place);
      const own = missed?.filter(({ audience }) => concerns(audience, listener));
      listener.write(own ? framesOf(own) : frameOf(kept.newest, '{}', 'reset'));
      listener.write(frameOf(kept.newest, '{}', 'ready'));
      if (log) listeners.add(listener);
      else listener.close();
    },
    size: () => listeners.all.size,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      for (const listener of listeners.all) listener.close();
      log = undefined;
      await notices?.stop();
      await reading?.catch(() => undefined);
    },
  };
}

const concerns = (audience: readonly string[], { account }: Listener) =>
  audience.includes(account.id) || audience.includes(account.role);

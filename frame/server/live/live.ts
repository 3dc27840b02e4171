import type { FastifyBaseLogger } from 'fastify';
import { HEARTBEAT } from '../../wire/events.ts';
import { filterLiveSessions } from '../accounts/sessionRows.ts';
import { getLogReason } from '../base/systemErrors.ts';
import type { Config } from '../config.ts';
import type { Store } from '../db/openDatabase.ts';
import { listenToChannel } from '../db/postgresListener.ts';
import { EVENTS_CHANNEL, findEventsAfter, findNewestEvent, pruneEvents } from './changeEvents.ts';
import {
  EventBuffer,
  type EventPosition,
  formatEvent,
  type LiveEvent,
  MAX_EVENT_AGE_MS,
  MAX_EVENTS,
  toLiveEvent,
} from './eventBuffer.ts';
import { joinMessages, type Listener, Listeners } from './listeners.ts';

/** Publishes changes of all processes on the database to open streams. */
export interface Live {
  /** Loads recent events and starts polling. */
  start(log: FastifyBaseLogger): Promise<void>;
  /** Reads new events now. */
  wake(): void;
  /** Sends missed events, then new ones. `from` is a position or a number of milliseconds back; undefined means now. */
  subscribe(listener: Listener, from: EventPosition | number | undefined): Promise<void>;
  countStreams(): number;
  stop(): Promise<void>;
}

const POLL_MS = 5000;
const PRUNE_MS = 60_000;

export function createLive(
  { databaseUrl, idleMinutes }: Pick<Config, 'databaseUrl' | 'idleMinutes'>,
  { db }: Pick<Store, 'db'>,
): Live {
  const kept = new EventBuffer();
  const listeners = new Listeners();
  const timers: NodeJS.Timeout[] = [];
  let notices: ReturnType<typeof listenToChannel> | undefined;
  let log: FastifyBaseLogger | undefined;
  let reading: Promise<void> | undefined;
  let again = false;

  /** Concurrent callers share one read. */
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
      const rows = await findEventsAfter(db, kept.newest.id);
      if (rows.length === 0) continue;
      again = true;
      const events = rows.map(toLiveEvent);
      // After a gap, clients must reload.
      if (kept.add(events)) publish(events);
      else for (const listener of listeners.all) listener.write(formatEvent(kept.newest, '{}', 'reset'));
    }
  }
  function publish(events: readonly LiveEvent[]): void {
    listeners.publish(events);
    const accounts = events.flatMap(({ resource, audience }) => (resource === 'sessions' ? audience : []));
    if (accounts.length > 0) attempt(() => endDead(listeners.findByAudience(accounts)));
  }

  /** Closes streams of ended sessions. */
  async function endDead(some: ReadonlySet<Listener>): Promise<void> {
    if (some.size === 0) return;
    const ids = [...some].map(({ account }) => account.sessionId);
    const living = await filterLiveSessions(db, ids, idleMinutes);
    for (const listener of some) if (!living.has(listener.account.sessionId)) listener.close();
  }
  async function beat(): Promise<void> {
    try {
      await endDead(listeners.all);
    } finally {
      for (const listener of listeners.all) listener.write(formatEvent(kept.newest, '{}', 'ready'));
    }
  }
  async function prune(): Promise<void> {
    kept.prune();
    await pruneEvents(db, MAX_EVENT_AGE_MS, MAX_EVENTS);
  }

  /** Failures are retried at the next poll. */
  function attempt(work: () => Promise<void>): void {
    work().catch((error: unknown) => log?.warn({ reason: getLogReason(error) }, 'live events could not be worked on'));
  }
  const every = (ms: number, work: () => Promise<void>) => timers.push(setInterval(() => attempt(work), ms).unref());

  return {
    async start(logger) {
      const newest = await findNewestEvent(db);
      const oldest = Math.max(0, (newest?.id ?? 0) - MAX_EVENTS);
      for (
        let rows = await findEventsAfter(db, oldest);
        rows.length > 0;
        rows = await findEventsAfter(db, kept.newest.id)
      )
        kept.add(rows.map(toLiveEvent));
      log = logger;
      every(POLL_MS, read);
      every(HEARTBEAT, beat);
      every(PRUNE_MS, prune);
      if (databaseUrl) notices = listenToChannel(databaseUrl, EVENTS_CHANNEL, () => attempt(read));
    },
    wake() {
      if (log) attempt(read);
    },
    async subscribe(listener, from) {
      // The position may be newer than what this process has read.
      if (from === undefined || (typeof from === 'object' && from.id > kept.newest.id)) await read();
      const place = typeof from === 'number' ? kept.getPositionBefore(from) : (from ?? kept.newest);
      const missed = place && kept.getAfter(place);
      const own = missed?.filter(({ audience }) => isAddressedTo(audience, listener));
      listener.write(own ? joinMessages(own) : formatEvent(kept.newest, '{}', 'reset'));
      listener.write(formatEvent(kept.newest, '{}', 'ready'));
      if (log) listeners.add(listener);
      else listener.close();
    },
    countStreams: () => listeners.all.size,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      for (const listener of listeners.all) listener.close();
      log = undefined;
      await notices?.stop();
      await reading?.catch(() => undefined);
    },
  };
}

const isAddressedTo = (audience: readonly string[], { account }: Listener) =>
  audience.includes(account.id) || audience.includes(account.role);

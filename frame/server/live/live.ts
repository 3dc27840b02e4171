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

const POLL_MS = 5000;
const PRUNE_MS = 60_000;

/** Publishes changes of all processes on the database to open streams. */
export class Live {
  readonly #config: Pick<Config, 'databaseUrl' | 'idleMinutes'>;
  readonly #db: Store['db'];
  readonly #kept = new EventBuffer();
  readonly #listeners = new Listeners();
  readonly #timers: NodeJS.Timeout[] = [];
  #notices: ReturnType<typeof listenToChannel> | undefined;
  #log: FastifyBaseLogger | undefined;
  #reading: Promise<void> | undefined;
  #again = false;

  constructor(config: Pick<Config, 'databaseUrl' | 'idleMinutes'>, { db }: Pick<Store, 'db'>) {
    this.#config = config;
    this.#db = db;
  }
  /** Loads recent events and starts polling. */
  async start(log: FastifyBaseLogger): Promise<void> {
    const newest = await findNewestEvent(this.#db);
    let from = Math.max(0, (newest?.id ?? 0) - MAX_EVENTS);
    for (
      let rows = await findEventsAfter(this.#db, from);
      rows.length > 0;
      rows = await findEventsAfter(this.#db, from)
    ) {
      this.#kept.add(rows.map(toLiveEvent));
      from = this.#kept.newest.id;
    }
    this.#log = log;
    this.#every(POLL_MS, () => this.#read());
    this.#every(HEARTBEAT, () => this.#beat());
    this.#every(PRUNE_MS, () => this.#prune());
    const { databaseUrl } = this.#config;
    if (databaseUrl) this.#notices = listenToChannel(databaseUrl, EVENTS_CHANNEL, () => this.wake());
  }
  /** Reads new events now. */
  wake(): void {
    if (this.#log) this.#attempt(() => this.#read());
  }
  /** Sends missed events, then new ones. `from` is a position or a number of milliseconds back; undefined means now. */
  async subscribe(listener: Listener, from: EventPosition | number | undefined): Promise<void> {
    const kept = this.#kept;
    // The position may be newer than what this process has read.
    if (from === undefined || (typeof from === 'object' && from.id > kept.newest.id)) await this.#read();
    const place = typeof from === 'number' ? kept.getPositionBefore(from) : (from ?? kept.newest);
    const missed = place && kept.getAfter(place);
    const own = missed?.filter(({ audience }) => isAddressedTo(audience, listener));
    listener.write(own ? joinMessages(own) : this.#format('reset'));
    listener.write(this.#format('ready'));
    if (this.#log) this.#listeners.add(listener);
    else listener.close();
  }
  countStreams(): number {
    return this.#listeners.all.size;
  }
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    for (const listener of this.#listeners.all) listener.close();
    this.#log = undefined;
    await this.#notices?.stop();
    await this.#reading?.catch(() => undefined);
  }
  #format(name: 'ready' | 'reset'): string {
    return formatEvent(this.#kept.newest, '{}', name);
  }
  /** Concurrent callers share one read. */
  #read(): Promise<void> {
    this.#again = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }
  async #readAll(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      const rows = await findEventsAfter(this.#db, this.#kept.newest.id);
      if (rows.length === 0) continue;
      this.#again = true;
      const events = rows.map(toLiveEvent);
      // After a gap, clients must reload.
      if (this.#kept.add(events)) this.#publish(events);
      else for (const listener of this.#listeners.all) listener.write(this.#format('reset'));
    }
  }
  #publish(events: readonly LiveEvent[]): void {
    this.#listeners.publish(events);
    const accounts = events.flatMap(({ resource, audience }) => (resource === 'sessions' ? audience : []));
    if (accounts.length > 0) this.#attempt(() => this.#endDead(this.#listeners.findByAudience(accounts)));
  }
  /** Closes streams of ended sessions. */
  async #endDead(some: ReadonlySet<Listener>): Promise<void> {
    if (some.size === 0) return;
    const ids = [...some].map(({ account }) => account.sessionId);
    const living = await filterLiveSessions(this.#db, ids, this.#config.idleMinutes);
    for (const listener of some) if (!living.has(listener.account.sessionId)) listener.close();
  }
  async #beat(): Promise<void> {
    try {
      await this.#endDead(this.#listeners.all);
    } finally {
      for (const listener of this.#listeners.all) listener.write(this.#format('ready'));
    }
  }
  async #prune(): Promise<void> {
    this.#kept.prune();
    await pruneEvents(this.#db, MAX_EVENT_AGE_MS, MAX_EVENTS);
  }
  /** Failures are retried at the next poll. */
  #attempt(work: () => Promise<void>): void {
    work().catch((error: unknown) =>
      this.#log?.warn({ reason: getLogReason(error) }, 'live events could not be worked on'),
    );
  }
  #every(ms: number, work: () => Promise<void>): void {
    this.#timers.push(setInterval(() => this.#attempt(work), ms).unref());
  }
}

const isAddressedTo = (audience: readonly string[], { account }: Listener) =>
  audience.includes(account.id) || audience.includes(account.role);

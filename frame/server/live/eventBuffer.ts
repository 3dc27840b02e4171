import type { WireEvent } from '../../wire/events.ts';
import type { EventRow } from '../db/databaseSchema.ts';

export interface LiveEvent {
  id: number;
  at: number;
  resource: string;
  audience: readonly string[];
  message: string;
}

/** Position after an event; `at` proves that the id is from the same history. */
export interface EventPosition {
  id: number;
  at: number;
}
export const STREAM_START: EventPosition = { id: 0, at: 0 };

/** Clients that missed older events reload everything. */
export const MAX_EVENT_AGE_MS = 3_600_000;
export const MAX_EVENTS = 10_000;
const CLOCK_TOLERANCE_MS = 5000;

const formatPosition = ({ id, at }: EventPosition) => `${id}-${at}`;

export function parsePosition(id: string): EventPosition | undefined {
  const [, number, at] = /^(\d{1,15})-(\d{1,15})$/.exec(id) ?? [];
  return number === undefined || at === undefined ? undefined : { id: Number(number), at: Number(at) };
}

/** Formats a server-sent event. */
export const formatEvent = (place: EventPosition, data: string, name?: string): string =>
  `id: ${formatPosition(place)}\n${name ? `event: ${name}\n` : ''}data: ${data}\n\n`;

export function toLiveEvent({ id, at, resource, record_id, deed, audience }: EventRow): LiveEvent {
  const data: WireEvent = { resource, id: record_id, operation: deed };
  return {
    id,
    at,
    resource,
    audience: JSON.parse(audience) as string[],
    message: formatEvent({ id, at }, JSON.stringify(data)),
  };
}

/** Keeps the newest events in memory, so that reconnecting costs no query. */
export class EventBuffer {
  private events: LiveEvent[] = [];

  get newest(): EventPosition {
    return this.events.at(-1) ?? STREAM_START;
  }

  /** Appends events. Returns false after a gap; earlier events are then dropped. */
  add(events: readonly LiveEvent[]): boolean {
    const consecutive = events[0]?.id === this.newest.id + 1;
    if (!consecutive) this.events = [];
    this.events.push(...events);
    if (this.events.length > MAX_EVENTS + MAX_EVENTS / 10) this.prune();
    return consecutive;
  }

  /** Returns the events after a position; null if they are gone or the history differs. */
  getAfter({ id, at }: EventPosition): LiveEvent[] | null {
    const first = this.events[0];
    if (id === 0 && (!first || first.id === 1)) return [...this.events];
    if (!first || id < first.id || id > this.newest.id) return null;
    const index = id - first.id;
    return this.events[index]?.at === at ? this.events.slice(index + 1) : null;
  }

  /** Returns the position before the last `ms` milliseconds; undefined if the buffer starts later. */
  getPositionBefore(ms: number): EventPosition | undefined {
    const time = Date.now() - ms - CLOCK_TOLERANCE_MS;
    const last = this.events.findLast(({ at }) => at < time);
    return last ?? (this.events.length === 0 || this.events[0]?.id === 1 ? STREAM_START : undefined);
  }

  /** Drops old events except the newest. */
  prune(): void {
    const time = Date.now() - MAX_EVENT_AGE_MS;
    const young = this.events.findIndex(({ at }) => at >= time);
    const from = Math.max(this.events.length - MAX_EVENTS, young === -1 ? this.events.length - 1 : young);
    if (from > 0) this.events = this.events.slice(from);
  }
}

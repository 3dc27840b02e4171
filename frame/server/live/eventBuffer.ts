import type { WireEvent } from '../../wire/events.ts';
import type { EventRow } from '../db/databaseSchema.ts';

/** An event as it is sent. */
export interface LiveEvent {
  id: number;
  at: number;
  resource: string;
  /** Account ids and roles. */
  audience: readonly string[];
  message: string;
}

/** A place in the order of events: after the event of that id, whose time shows that it is still the same one. */
export interface EventPosition {
  id: number;
  at: number;
}
export const STREAM_START: EventPosition = { id: 0, at: 0 };

/** Events older than this, or more than MOST, are forgotten: who comes later has to fetch everything anew. */
export const MAX_EVENT_AGE_MS = 3_600_000;
export const MAX_EVENTS = 10_000;
const CLOCK_TOLERANCE_MS = 5000;

const formatPosition = ({ id, at }: EventPosition) => `${id}-${at}`;

/** The place that such an id names; undefined for anything else. */
export function parsePosition(id: string): EventPosition | undefined {
  const [, number, at] = /^(\d{1,15})-(\d{1,15})$/.exec(id) ?? [];
  return number === undefined || at === undefined ? undefined : { id: Number(number), at: Number(at) };
}

/** A server-sent event at that place. */
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

/** The newest events, in memory, so that nobody who comes back costs a query. Their ids have no gaps. */
export class EventBuffer {
  private events: LiveEvent[] = [];

  /** As far as everything was read. */
  get newest(): EventPosition {
    return this.events.at(-1) ?? STREAM_START;
  }

  /** Takes the events that follow; false where some are missing in between, and then it keeps none from before. */
  add(events: readonly LiveEvent[]): boolean {
    const consecutive = events[0]?.id === this.newest.id + 1;
    if (!consecutive) this.events = [];
    this.events.push(...events);
    if (this.events.length > MAX_EVENTS + MAX_EVENTS / 10) this.prune();
    return consecutive;
  }

  /** All after that place; null where they are not here any more, or it is a place in another history. */
  getAfter({ id, at }: EventPosition): LiveEvent[] | null {
    const first = this.events[0];
    if (id === 0 && (!first || first.id === 1)) return [...this.events];
    if (!first || id < first.id || id > this.newest.id) return null;
    const index = id - first.id;
    return this.events[index]?.at === at ? this.events.slice(index + 1) : null;
  }

  /** The place before everything of the last so many milliseconds; undefined where that is further back than this. */
  getPositionBefore(ms: number): EventPosition | undefined {
    const time = Date.now() - ms - CLOCK_TOLERANCE_MS;
    const last = this.events.findLast(({ at }) => at < time);
    return last ?? (this.events.length === 0 || this.events[0]?.id === 1 ? STREAM_START : undefined);
  }

  /** Lets go of what is too old or too much; the newest stays. */
  prune(): void {
    const time = Date.now() - MAX_EVENT_AGE_MS;
    const young = this.events.findIndex(({ at }) => at >= time);
    const from = Math.max(this.events.length - MAX_EVENTS, young === -1 ? this.events.length - 1 : young);
    if (from > 0) this.events = this.events.slice(from);
  }
}

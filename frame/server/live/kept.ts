import type { WireEvent } from '../../wire/events.ts';
import type { EventRow } from '../db/databaseSchema.ts';

/** An event as it is sent. */
export interface LiveEvent {
  id: number;
  at: number;
  resource: string;
  /** Account ids and roles. */
  audience: readonly string[];
  frame: string;
}

/** A place in the order of events: after the event of that id, whose time shows that it is still the same one. */
export interface Place {
  id: number;
  at: number;
}
export const START: Place = { id: 0, at: 0 };

/** Events older than this, or more than MOST, are forgotten: who comes later has to fetch everything anew. */
export const AGE = 3_600_000;
export const MOST = 10_000;
/** Milliseconds that a server's clock, or a commit, may be late. */
const LATE = 5000;

/** A place as the id of a server-sent event. */
const idOf = ({ id, at }: Place) => `${id}-${at}`;

/** The place that such an id names; undefined for anything else. */
export function placeOf(id: string): Place | undefined {
  const [, number, at] = /^(\d{1,15})-(\d{1,15})$/.exec(id) ?? [];
  return number === undefined || at === undefined ? undefined : { id: Number(number), at: Number(at) };
}

/** A server-sent event at that place. */
export const frameOf = (place: Place, data: string, name?: string): string =>
  `id: ${idOf(place)}\n${name ? `event: ${name}\n` : ''}data: ${data}\n\n`;

export function readRow({ id, at, resource, record_id, deed, audience }: EventRow): LiveEvent {
  const data: WireEvent = { resource, id: record_id, operation: deed };
  return {
    id,
    at,
    resource,
    audience: JSON.parse(audience) as string[],
    frame: frameOf({ id, at }, JSON.stringify(data)),
  };
}

/** The newest events, in memory, so that nobody who comes back costs a query. Their ids have no gaps. */
export class Kept {
  private events: LiveEvent[] = [];

  /** As far as everything was read. */
  get newest(): Place {
    return this.events.at(-1) ?? START;
  }

  /** Takes the events that follow; false where some are missing in between, and then it keeps none from before. */
  add(events: readonly LiveEvent[]): boolean {
    const consecutive = events[0]?.id === this.newest.id + 1;
    if (!consecutive) this.events = [];
    this.events.push(...events);
    if (this.events.length > MOST + MOST / 10) this.forget();
    return consecutive;
  }

  /** All after that place; null where they are not here any more, or it is a place in another history. */
  after({ id, at }: Place): LiveEvent[] | null {
    const first = this.events[0];
    if (id === 0 && (!first || first.id === 1)) return [...this.events];
    if (!first || id < first.id || id > this.newest.id) return null;
    const index = id - first.id;
    return this.events[index]?.at === at ? this.events.slice(index + 1) : null;
  }

  /** The place before everything of the last so many milliseconds; undefined where that is further back than this. */
  before(ms: number): Place | undefined {
    const time = Date.now() - ms - LATE;
    const last = this.events.findLast(({ at }) => at < time);
    return last ?? (this.events.length === 0 || this.events[0]?.id === 1 ? START : undefined);
  }

  /** Lets go of what is too old or too much; the newest stays. */
  forget(): void {
    const time = Date.now() - AGE;
    const young = this.events.findIndex(({ at }) => at >= time);
    const from = Math.max(this.events.length - MOST, young === -1 ? this.events.length - 1 : young);
    if (from > 0) this.events = this.events.slice(from);
  }
}

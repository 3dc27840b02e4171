import { asObject, asText } from './wireValues.ts';

/**
 * The stream of changes, beyond spec 7: the provider's host has none. Server-sent events, each with an id that
 * `Last-Event-ID` resumes after. `message` (the standard's name for an event without one) is a change. `ready` comes
 * once what was missed is sent and every HEARTBEAT milliseconds from then on; its id is as far as everything was sent.
 * `reset` says that more was missed than is kept, `over` that the stream should not be asked for again. The query's
 * `since` asks for what happened in the last so many milliseconds.
 */
export const EVENTS_PATH = '/common/events';
export const HEARTBEAT = 20_000;

/** What may be done to a record. */
export const EVENT_OPERATIONS = ['create', 'change', 'delete'] as const;
export type EventOperation = (typeof EVENT_OPERATIONS)[number];

/** A change: which record, never what is in it. */
export interface WireEvent {
  /** As in src/resources; also `profile` and `sessions`, the person's own. */
  resource: string;
  /** Null where it was several. */
  id: string | null;
  operation: EventOperation;
}

/** The resource of an event's data; '' where it cannot be read. */
export function readEventResource(data: string): string {
  try {
    return asText(asObject(JSON.parse(data)).resource);
  } catch {
    return '';
  }
}

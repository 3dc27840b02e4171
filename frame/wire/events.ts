import { asObject, asText } from './wireValues.ts';

/**
 * Server-sent events, beyond spec 7. `Last-Event-ID` resumes; the query `since` requests the last milliseconds. Events
 * without a type are changes. `ready` follows the missed events and repeats every HEARTBEAT; its id confirms everything
 * before. `reset`: more was missed than is kept. `over`: do not reconnect.
 */
export const EVENTS_PATH = '/common/events';
export const HEARTBEAT = 20_000;

export const EVENT_OPERATIONS = ['create', 'change', 'delete'] as const;
export type EventOperation = (typeof EVENT_OPERATIONS)[number];

/** Changed record, without its values. */
export interface WireEvent {
  /** As in src/resources, or `profile` and `sessions` of the person. */
  resource: string;
  /** Null for several records. */
  id: string | null;
  operation: EventOperation;
}

/** Reads the resource of an event; '' if unreadable. */
export function readEventResource(data: string): string {
  try {
    return asText(asObject(JSON.parse(data)).resource);
  } catch {
    return '';
  }
}

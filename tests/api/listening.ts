import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createParser } from 'eventsource-parser';
import { EVENTS_PATH, type WireEvent } from 'portal-frame/internal';
import { API_ROOT } from 'portal-frame/wire';
import { expect } from 'vitest';

export interface ListenInput {
  token: string | undefined;
  /** Resumes after this event id. */
  lastId?: string | undefined;
  /** Milliseconds ago. */
  since?: number;
}

/** An open event stream and its received events. */
export interface Listening {
  http: number;
  /** Changes in order. */
  changes: WireEvent[];
  /** Names of all other events. */
  signs: string[];
  /** Last event id received. */
  lastId: string | undefined;
  /** True once the server ended it. */
  ended: boolean;
  close(): void;
}

/** Opens a person's stream and waits until it is ready. A refused stream ends at once. */
export async function listen(origin: string, { token, lastId, since }: ListenInput): Promise<Listening> {
  // Node's fetch reconnects by itself when a stream breaks.
  const asking = request(`${origin}${API_ROOT}${EVENTS_PATH}${since === undefined ? '' : `?since=${since}`}`, {
    agent: false,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(lastId !== undefined && { 'last-event-id': lastId }),
    },
  });
  const heard: Listening = {
    http: 0,
    changes: [],
    signs: [],
    lastId,
    ended: false,
    close: () => asking.destroy(),
  };
  const parser = createParser({
    onEvent({ id, event, data }) {
      heard.lastId = id ?? heard.lastId;
      if (event === undefined) heard.changes.push(JSON.parse(data) as WireEvent);
      else heard.signs.push(event);
    },
  });
  const [reply] = (await once(asking.end(), 'response')) as [IncomingMessage];
  asking.on('error', () => undefined);
  heard.http = reply.statusCode ?? 0;
  reply.setEncoding('utf8');
  reply.on('data', (text: string) => parser.feed(text)).on('error', () => undefined);
  reply.on('close', () => {
    heard.ended = true;
  });
  if (heard.http === 200) await expect.poll(() => heard.signs).toContain('ready');
  return heard;
}

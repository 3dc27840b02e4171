import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createParser } from 'eventsource-parser';
import { expect } from 'vitest';
import { API_ROOT } from '../../frame/wire/call.ts';
import { EVENTS_PATH, type WireEvent } from '../../frame/wire/events.ts';

export interface ListenInput {
  token: string | undefined;
  /** Resumes after it. */
  lastId?: string | undefined;
  /** Milliseconds ago. */
  since?: number;
}

/** An open stream of events, and what came over it. */
export interface Listening {
  http: number;
  /** Changes, in order. */
  changes: WireEvent[];
  /** Names of all other events. */
  signs: string[];
  /** As far as everything was sent. */
  lastId: string | undefined;
  /** Whether the server has ended it. */
  ended: boolean;
  close(): void;
}

/** Opens a person's stream and waits until it is ready; a refused one is ended at once. */
export async function listen(origin: string, { token, lastId, since }: ListenInput): Promise<Listening> {
  // Not by fetch: Node's connects anew, to no purpose, where a stream is broken off.
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

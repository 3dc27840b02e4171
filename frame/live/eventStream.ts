import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { HOST } from '../dataProvider/host.ts';
import { currentSession } from '../session/session.ts';
import { API_ROOT } from '../wire/call.ts';
import { EVENTS_PATH, HEARTBEAT } from '../wire/events.ts';

/** Resume point: the last event id, else a performance.now() time. */
export interface StreamPosition {
  lastId?: string | undefined;
  since: number;
}

/** Event added by `subscribeToEvents` after a reconnection. */
export const RECONNECTED = 'back';

/** `absent`: no stream; `refused`: session ended; `lost`: connection lost. */
type End = 'absent' | 'refused' | 'lost';

/** Milliseconds of silence after which a stream counts as dead. */
export const SILENCE_LIMIT = 2.5 * HEARTBEAT;
/** Milliseconds before the second attempt, doubled up to the maximum. */
const FIRST_WAIT = 500;
const MAX_WAIT = 30_000;
/** Attempts on a host that never had a stream. */
const MAX_TRIES = 6;

/** Reads the host's event stream until it ends, and returns why. A silent stream counts as lost. */
async function readStream(
  position: StreamPosition,
  onEvent: (event: EventSourceMessage) => void,
  signal: AbortSignal,
): Promise<End> {
  const session = currentSession();
  if (!session) return 'refused';
  const dead = new AbortController();
  let watch = setTimeout(() => dead.abort(), SILENCE_LIMIT);
  try {
    const since = Math.ceil(performance.now() - position.since);
    const reply = await fetch(`${HOST}${API_ROOT}${EVENTS_PATH}${position.lastId ? '' : `?since=${since}`}`, {
      headers: {
        Accept: 'text/event-stream',
        Authorization: `Bearer ${session.token}`,
        ...(position.lastId && { 'Last-Event-ID': position.lastId }),
      },
      cache: 'no-store',
      signal: AbortSignal.any([signal, dead.signal]),
    });
    if (reply.status === 401) return 'refused';
    if (reply.status === 429 || reply.status >= 500) return 'lost';
    if (!reply.ok || !reply.body || !reply.headers.get('content-type')?.startsWith('text/event-stream')) {
      await reply.body?.cancel();
      return 'absent';
    }
    const parser = createParser({ onEvent });
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'lost';
      clearTimeout(watch);
      watch = setTimeout(() => dead.abort(), SILENCE_LIMIT);
      parser.feed(value);
    }
  } catch {
    return 'lost';
  } finally {
    clearTimeout(watch);
  }
}

/** Waits `ms`. Ends early if the network returns, or if the page is shown or hidden. */
function waitForRetry(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const options = { signal: over.signal };
    const end = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, options);
    window.addEventListener('online', end, options);
    document.addEventListener('visibilitychange', end, options);
  });
}

/**
 * Subscribes to events and reconnects until `signal` aborts, or until it knows that the host has no stream or ended the
 * session. `onEvent` must update `position`, from which a reconnection resumes.
 */
export async function subscribeToEvents(
  position: StreamPosition,
  onEvent: (event: EventSourceMessage) => void,
  signal: AbortSignal,
): Promise<Exclude<End, 'lost'>> {
  let hasStream = position.lastId !== undefined;
  let tries = 0;
  const hear = (event: EventSourceMessage) => {
    if (tries > 0) onEvent({ id: undefined, event: RECONNECTED, data: '' });
    hasStream = true;
    tries = 0;
    onEvent(event);
  };
  while (!signal.aborted) {
    const end = await readStream(position, hear, signal);
    if (end !== 'lost') return end;
    tries += 1;
    if (!hasStream && tries === MAX_TRIES) return 'absent';
    // Jitter, so that clients do not reconnect all at once.
    await waitForRetry(Math.min(MAX_WAIT, FIRST_WAIT * 2 ** (tries - 1)) * (0.5 + Math.random() / 2), signal);
  }
  return 'absent';
}

import type { EventSourceMessage } from 'eventsource-parser';
import { SILENCE_LIMIT } from './eventStream.ts';

/** Both are of one origin, and so of one person. */
const NAME = 'portal-live';
/** Milliseconds of events that are kept for a window that has just been opened. */
const RECENT = 60_000;

type Message = { event: EventSourceMessage } | { hello: number };

/**
 * Lets one window of the browser subscribe to the host for all of them: browsers have few connections to a host, and a
 * stream keeps one. `subscribe` runs in that one until its signal, and gives what it hears to `onEvent`, which is called
 * in every window. If that window is closed, or nothing comes from it any more, another one takes over.
 */
export function shareAmongTabs(
  subscribe: (onEvent: (event: EventSourceMessage) => void, signal: AbortSignal) => Promise<void>,
  onEvent: (event: EventSourceMessage) => void,
  signal: AbortSignal,
): void {
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) return void subscribe(onEvent, signal);
  const channel = new BroadcastChannel(NAME);
  const say = (message: Message) => channel.postMessage(message);
  let recent: { at: number; event: EventSourceMessage }[] = [];
  let leading = false;
  let heard = performance.now();

  const hear = (event: EventSourceMessage) => {
    heard = performance.now();
    onEvent(event);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('event' in data) hear(data.event);
    // What came while that window was opening.
    else if (leading) for (const { at, event } of recent) if (Date.now() - at < data.hello) say({ event });
  };

  async function lead(steal: boolean): Promise<void> {
    const robbed = new AbortController();
    const until = AbortSignal.any([signal, robbed.signal]);
    const work = async () => {
      leading = true;
      await subscribe((event) => {
        recent = [...recent.filter(({ at }) => Date.now() - at < RECENT), { at: Date.now(), event }];
        say({ event });
        hear(event);
      }, until);
    };
    try {
      await navigator.locks.request(NAME, steal ? { steal } : { signal }, work);
    } catch {
      // Another window took over, or this one is done.
      robbed.abort();
      if (!signal.aborted) void lead(false);
    }
    leading = false;
  }
  void lead(false);
  say({ hello: Math.ceil(performance.now()) });
  const watch = setInterval(() => {
    if (leading || document.hidden || performance.now() - heard < 1.5 * SILENCE_LIMIT) return;
    heard = performance.now();
    void lead(true);
  }, SILENCE_LIMIT / 5);
  signal.addEventListener('abort', () => {
    clearInterval(watch);
    channel.close();
  });
}

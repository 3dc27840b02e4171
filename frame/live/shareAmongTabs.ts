import type { EventSourceMessage } from 'eventsource-parser';
import { SILENCE_LIMIT } from './eventStream.ts';

/** Name of lock and channel. */
const NAME = 'portal-live';
const RECENT = 60_000;

/** An event for the other windows, or a new window's age in milliseconds, which asks for the events since its start. */
type Message = { event: EventSourceMessage } | { hello: number };

/** Lets one window subscribe for all: connections are limited. Another takes over if it closes or falls silent. */
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
    // Events from while that window was opening.
    else if (leading) for (const { at, event } of recent) if (Date.now() - at < data.hello) say({ event });
  };

  /** Subscribes for all windows while this one holds the lock; `steal` takes it from a silent window. */
  async function lead({ steal } = { steal: false }): Promise<void> {
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
      // Another window took over, or this one closed.
      robbed.abort();
      if (!signal.aborted) void lead();
    }
    leading = false;
  }
  void lead();
  say({ hello: Math.ceil(performance.now()) });
  const watch = setInterval(() => {
    if (leading || document.hidden || performance.now() - heard < 1.5 * SILENCE_LIMIT) return;
    heard = performance.now();
    void lead({ steal: true });
  }, SILENCE_LIMIT / 5);
  signal.addEventListener('abort', () => {
    clearInterval(watch);
    channel.close();
  });
}

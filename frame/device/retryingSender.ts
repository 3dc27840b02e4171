import { withTabLock } from './tabLock.ts';

/** Milliseconds until the next attempt, doubled up to the maximum. */
const FIRST_WAIT = 5_000;
const MAX_WAIT = 5 * 60_000;

/** `ended`: the attempt stopped early and waits for the next request. */
type Outcome = 'sent' | 'left' | 'ended';

interface RetryingSender {
  /** Sends now, in one tab at a time. Repeats if called while running. Never rejects. */
  sendWaiting(): Promise<void>;
  /** Sends now, and when the network returns or the page becomes visible. */
  startSending(): void;
}

/** Creates a sender of offline work that retries with growing delays. */
export function createRetryingSender(sendAll: () => Promise<Outcome>): RetryingSender {
  let wait = FIRST_WAIT;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let requested = false;
  let started = false;

  /** Sends, and plans the next attempt if some work was left. */
  async function sendOnce(): Promise<void> {
    clearTimeout(timer);
    const outcome = await sendAll();
    if (outcome === 'ended') return;
    if (outcome === 'left') timer = setTimeout(sendWaiting, wait);
    wait = outcome === 'left' ? Math.min(wait * 2, MAX_WAIT) : FIRST_WAIT;
  }
  /** Sends again as long as somebody asked for it during the last attempt. */
  async function sendUntilQuiet(): Promise<void> {
    while (requested) {
      requested = false;
      await withTabLock('send', sendOnce).catch(() => undefined);
    }
    running = undefined;
  }
  function sendWaiting(): Promise<void> {
    requested = true;
    running ??= sendUntilQuiet();
    return running;
  }
  const soon = () => {
    wait = FIRST_WAIT;
    void sendWaiting();
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') soon();
  };
  return {
    sendWaiting,
    startSending() {
      if (!started) {
        started = true;
        window.addEventListener('online', soon);
        document.addEventListener('visibilitychange', onVisible);
      }
      soon();
    },
  };
}

import { withTabLock } from './tabLock.ts';

/** Milliseconds until the next try: twice the last, up to the most. */
const FIRST_WAIT = 5_000;
const MOST_WAIT = 5 * 60_000;

/** What became of a try: all is sent, something is left for the next one, or it ended before its end and waits to be asked. */
type Outcome = 'sent' | 'left' | 'ended';

interface Trying {
  /** Tries now, in one tab at a time, and once more for what came while another try ran. Never fails. */
  sendWaiting(): Promise<void>;
  /** From now on it is tried whenever there is a chance: now, with the network's return, when the page is looked at. */
  startSending(): void;
}

/** Sends what waits on this device by `sendAll`, and what is left again after a while. */
export function createRetryingSender(sendAll: () => Promise<Outcome>): Trying {
  let wait = FIRST_WAIT;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let requested = false;
  let started = false;

  async function once(): Promise<void> {
    clearTimeout(timer);
    const outcome = await sendAll();
    if (outcome === 'ended') return;
    if (outcome === 'left') timer = setTimeout(sendWaiting, wait);
    wait = outcome === 'left' ? Math.min(wait * 2, MOST_WAIT) : FIRST_WAIT;
  }
  async function untilQuiet(): Promise<void> {
    while (requested) {
      requested = false;
      await withTabLock('send', once).catch(() => undefined);
    }
    running = undefined;
  }
  function sendWaiting(): Promise<void> {
    requested = true;
    running ??= untilQuiet();
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

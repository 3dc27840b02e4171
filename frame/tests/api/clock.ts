import { onTestFinished, vi } from 'vitest';

/** Stops the clock for the rest of a test, so that no midnight falls into it. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

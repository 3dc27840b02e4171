import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterFrame } from './afterFrame.ts';

interface Ahead<T> {
  /** What is shown ahead of the address, if anything is. */
  shown: T | undefined;
  /** Whether the address has changed since, and what it asks for is still to come. */
  moved: boolean;
  /**
   * Draws `value` at once and calls `follow`, which changes the address, when that was shown; of several in a row only
   * the last follows. Without a value the address is changed now, and what is shown stays until then.
   */
  show: (value: T | undefined, follow: () => void) => void;
  /** Takes back what is shown, and what would follow. */
  drop: () => void;
}

/**
 * Shows what a click asks for before the address says so: a change of address has the whole screen drawn, which takes
 * longer than a click should. It ends when `place`, the part of the address that is meant, has changed, by itself or
 * otherwise, or the person goes back; while `late`, what the new address asks for is not there yet.
 */
export function useAhead<T>(place: string, late = false): Ahead<T> {
  const [ahead, setAhead] = useState<{ value: T; place: string; follow?: () => void } | null>(null);
  const moved = ahead !== null && ahead.place !== place;
  if (moved && !late) setAhead(null);
  const follow = moved ? undefined : ahead?.follow;
  useLayoutEffect(() => follow && afterFrame(follow), [follow]);
  const drop = useCallback(() => setAhead(null), []);
  useEffect(() => {
    addEventListener('popstate', drop);
    return () => removeEventListener('popstate', drop);
  }, [drop]);
  const show = useCallback(
    (value: T | undefined, then: () => void) => {
      if (value !== undefined) return flushSync(() => setAhead({ value, place, follow: then }));
      setAhead((now) => now && { ...now, follow: undefined });
      then();
    },
    [place],
  );
  return { shown: moved && !late ? undefined : ahead?.value, moved, show, drop };
}

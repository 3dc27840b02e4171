import { useEvent } from 'ra-core';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { runAfterPaint } from '../shared/afterPaint.ts';

interface EarlyLocation<T> {
  /** What is shown ahead of the address, if anything is. */
  shown: T | undefined;
  /** Whether the address has changed since, and what it asks for is still to come. */
  hasMoved: boolean;
  /**
   * Draws `value` at once and calls `navigate`, which changes the address, when that was shown; of several in a row only
   * the last navigates. Without a value the address is changed now, and what is shown stays until then.
   */
  show: (value: T | undefined, navigate: () => void) => void;
  /** Takes back what is shown, and what would follow. */
  cancel: () => void;
}

interface EarlyState<T> {
  value: T;
  place: string;
  /** Whether the next change of the address belongs to what was shown before. */
  early: boolean;
  navigate?: () => void;
}

/**
 * Shows what a click asks for before the address says so: a change of address has the whole screen drawn, which takes
 * longer than a click should. It ends when `place`, the part of the address that is meant, has changed, by itself or
 * otherwise, or the person goes back; while `late`, what the new address asks for is not there yet.
 */
export function useEarlyLocation<T>(place: string, late = false): EarlyLocation<T> {
  const [ahead, setAhead] = useState<EarlyState<T> | null>(null);
  // The place from which a change of the address is on its way.
  const sent = useRef<string>(undefined);
  const changed = ahead !== null && ahead.place !== place;
  const moved = changed && !ahead.early;
  if (moved && !late) setAhead(null);
  if (changed && ahead.early) setAhead({ ...ahead, place, early: false });
  const navigate = moved ? undefined : ahead?.navigate;
  useLayoutEffect(() => navigate && runAfterPaint(navigate), [navigate]);
  const drop = useCallback(() => {
    sent.current = undefined;
    setAhead(null);
  }, []);
  useEffect(() => {
    addEventListener('popstate', drop);
    return () => removeEventListener('popstate', drop);
  }, [drop]);
  const send = useEvent((then: () => void) => {
    sent.current = place;
    then();
  });
  const show = useEvent((value: T | undefined, then: () => void) => {
    if (value !== undefined) {
      const early = sent.current === place;
      return flushSync(() => setAhead({ value, place, early, navigate: () => send(then) }));
    }
    setAhead((now) => now && { ...now, navigate: undefined });
    send(then);
  });
  return { shown: moved && !late ? undefined : ahead?.value, hasMoved: moved, show, cancel: drop };
}

import { useEvent } from 'ra-core';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { runAfterPaint } from '../shared/afterPaint.ts';

interface EarlyLocation<T> {
  shown: T | undefined;
  /** True if the address has changed and its content is still loading. */
  hasMoved: boolean;
  /** Renders `value`, and calls the last `navigate` after it was painted; at once without a value. */
  show: (value: T | undefined, navigate: () => void) => void;
  /** Discards the shown value and its pending navigation. */
  cancel: () => void;
}

interface EarlyState<T> {
  value: T;
  place: string;
  /** True if the next address change belongs to the value shown before. */
  early: boolean;
  navigate?: () => void;
}

/**
 * Shows the result of a click before the address changes, because a route change redraws the whole screen. Ends when
 * `place` (the relevant part of the address) changes or the person goes back. `late` keeps the value while the new
 * address is still loading.
 */
export function useEarlyLocation<T>(
  place: string,
  { late = false }: { late?: boolean | undefined } = {},
): EarlyLocation<T> {
  const [state, setState] = useState<EarlyState<T> | null>(null);
  // The place that a pending navigation starts from.
  const sent = useRef<string>(undefined);
  const changed = state !== null && state.place !== place;
  const hasMoved = changed && !state.early;
  if (hasMoved && !late) setState(null);
  if (changed && state.early) setState({ ...state, place, early: false });
  const navigate = hasMoved ? undefined : state?.navigate;
  useLayoutEffect(() => navigate && runAfterPaint(navigate), [navigate]);
  const cancel = useCallback(() => {
    sent.current = undefined;
    setState(null);
  }, []);
  useEffect(() => {
    addEventListener('popstate', cancel);
    return () => removeEventListener('popstate', cancel);
  }, [cancel]);
  const send = useEvent((then: () => void) => {
    sent.current = place;
    then();
  });
  const show = useEvent((value: T | undefined, then: () => void) => {
    if (value !== undefined) {
      const early = sent.current === place;
      return flushSync(() => setState({ value, place, early, navigate: () => send(then) }));
    }
    setState((now) => now && { ...now, navigate: undefined });
    send(then);
  });
  return { shown: hasMoved && !late ? undefined : state?.value, hasMoved, show, cancel };
}

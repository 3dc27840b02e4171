import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hasFeature } from '../session/session.ts';
import { useSignInCount } from '../session/unsaved.ts';

/** Milliseconds that the first screen has for itself. */
const REST = 1000;

/**
 * What others change shows here within a second, while this is mounted; where the host has no events, the
 * portal goes on as it does without (a return to the window refreshes it). The rest of frame/live is fetched later.
 */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  // Whoever signs in over the screen subscribes anew.
  const signIns = useSignInCount();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sign-in begins it anew
  useEffect(() => {
    if (!hasFeature('events')) return;
    const since = performance.now();
    const closing = new AbortController();
    const timer = setTimeout(async () => {
      const { startLiveUpdates: live } = await import('./live.ts');
      live(queryClient, since, closing.signal);
    }, REST);
    return () => {
      clearTimeout(timer);
      closing.abort();
    };
  }, [queryClient, signIns]);
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hasFeature } from '../session/session.ts';
import { useSignInCount } from '../session/unsavedForms.ts';
import { startLiveUpdates } from './liveUpdates.ts';

/** Leaves the first second to the first screen. */
const START_DELAY_MS = 1000;

/** Shows changes by others within a second. Without the host's event stream, data is only refetched on focus. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  // A new sign-in needs a new subscription.
  const signIns = useSignInCount();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sign-in begins it anew
  useEffect(() => {
    if (!hasFeature('events')) return;
    const since = performance.now();
    const closing = new AbortController();
    const timer = setTimeout(() => startLiveUpdates(queryClient, since, closing.signal), START_DELAY_MS);
    return () => {
      clearTimeout(timer);
      closing.abort();
    };
  }, [queryClient, signIns]);
}

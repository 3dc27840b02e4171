import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { EventSourceMessage } from 'eventsource-parser';
import { useEffect } from 'react';
import { hasFeature } from '../session/session.ts';
import { useSignInCount } from '../session/unsavedForms.ts';
import { readEventResource } from '../wire/events.ts';
import { RECONNECTED, type StreamPosition, subscribeToEvents } from './eventStream.ts';
import { createRefresher } from './refresher.ts';
import { shareAmongTabs } from './shareAmongTabs.ts';

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

interface Progress {
  /** Survives remounts of the shell. */
  position: StreamPosition;
  /** The host has no event stream. */
  absent: boolean;
}
/** By query client: one for each page load. */
const progress = new WeakMap<QueryClient, Progress>();

/** Refetches data changed elsewhere until `closing` aborts. `since`: performance.now() of the first fetch. */
function startLiveUpdates(queryClient: QueryClient, since: number, closing: AbortSignal): void {
  const own = progress.get(queryClient) ?? { position: { since }, absent: false };
  progress.set(queryClient, own);
  if (own.absent || closing.aborted) return;
  const { position } = own;
  const over = new AbortController();
  const signal = AbortSignal.any([closing, over.signal]);
  const refresher = createRefresher(queryClient, signal);
  const onEvent = ({ id, event, data }: EventSourceMessage) => {
    position.lastId = id ?? position.lastId;
    if (event === 'reset') refresher.markAllChanged();
    else if (event === RECONNECTED) refresher.retryFailed();
    else if (event === 'over') {
      own.absent = true;
      over.abort();
    } else if (event === undefined) refresher.markChanged(readEventResource(data));
  };
  const subscribeToHost = async (hear: (event: EventSourceMessage) => void, until: AbortSignal) => {
    const end = await subscribeToEvents(position, hear, until);
    if (until.aborted) return;
    // After the session ended, a refetch leads to the sign-in.
    hear({ id: undefined, event: end === 'refused' ? 'reset' : 'over', data: '' });
  };
  shareAmongTabs(subscribeToHost, onEvent, signal);
}

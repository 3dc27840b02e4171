import type { QueryClient } from '@tanstack/react-query';
import type { EventSourceMessage } from 'eventsource-parser';
import { readEventResource } from '../wire/events.ts';
import { RECONNECTED, type StreamPosition, subscribeToEvents } from './eventStream.ts';
import { createRefresher } from './refresher.ts';
import { shareAmongTabs } from './shareAmongTabs.ts';

interface Progress {
  /** As far as this window has heard; a shell that comes back goes on from there. */
  place: StreamPosition;
  /** The host has no stream: it is not asked again. */
  absent: boolean;
}
/** For each time that the portal is loaded. */
const progress = new WeakMap<QueryClient, Progress>();

/**
 * Keeps the screens up to date with what is changed elsewhere (frame/wire/events.ts), until `closing`. `since` is when
 * the first of them was fetched (performance.now).
 */
export function startLiveUpdates(queryClient: QueryClient, since: number, closing: AbortSignal): void {
  const own = progress.get(queryClient) ?? { place: { since }, absent: false };
  progress.set(queryClient, own);
  if (own.absent || closing.aborted) return;
  const { place } = own;
  const over = new AbortController();
  const signal = AbortSignal.any([closing, over.signal]);
  const refresher = createRefresher(queryClient, signal);
  const onEvent = ({ id, event, data }: EventSourceMessage) => {
    place.lastId = id ?? place.lastId;
    if (event === 'reset') refresher.markAllChanged();
    else if (event === RECONNECTED) refresher.retryFailed();
    else if (event === 'over') {
      own.absent = true;
      over.abort();
    } else if (event === undefined) refresher.markChanged(readEventResource(data));
  };
  const subscribeToHost = async (hear: (event: EventSourceMessage) => void, until: AbortSignal) => {
    const end = await subscribeToEvents(place, hear, until);
    if (until.aborted) return;
    // A session that is over: the next call leads to the sign-in, so let there be one.
    hear({ id: undefined, event: end === 'refused' ? 'reset' : 'over', data: '' });
  };
  shareAmongTabs(subscribeToHost, onEvent, signal);
}

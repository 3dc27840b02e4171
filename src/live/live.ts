import type { QueryClient } from '@tanstack/react-query';
import type { EventSourceMessage } from 'eventsource-parser';
import { readEventResource } from '../wire/events.ts';
import { createRefresher } from './refresher.ts';
import { BACK, follow, type Place } from './stream.ts';
import { shareAmongTabs } from './tabs.ts';

/** As far as this window was told; a shell that comes back goes on from there. */
const place: Place = { since: 0 };
/** The host has no stream: it is not asked again. */
let absent = false;

/**
 * Keeps the screens up to date with what is changed elsewhere (src/wire/events.ts), until `closing`. `since` is when
 * the first of them was fetched (performance.now).
 */
export function live(queryClient: QueryClient, since: number, closing: AbortSignal): void {
  if (absent || closing.aborted) return;
  const over = new AbortController();
  const signal = AbortSignal.any([closing, over.signal]);
  if (!place.lastId) place.since = since;
  const refresher = createRefresher(queryClient, signal);
  const onEvent = ({ id, event, data }: EventSourceMessage) => {
    place.lastId = id ?? place.lastId;
    if (event === 'reset') refresher.touchAll();
    else if (event === BACK) refresher.retry();
    else if (event === 'over') {
      absent = true;
      over.abort();
    } else if (event === undefined) refresher.touch(readEventResource(data));
  };
  const tell = async (hear: (event: EventSourceMessage) => void, until: AbortSignal) => {
    const end = await follow(place, hear, until);
    if (until.aborted) return;
    // A session that is over: the next call leads to the sign-in, so let there be one.
    hear({ id: undefined, event: end === 'refused' ? 'reset' : 'over', data: '' });
  };
  shareAmongTabs(tell, onEvent, signal);
}

import { onlineManager, type Query, QueryClient } from '@tanstack/react-query';

/**
 * The portal's cache. What was just fetched is not fetched again at once; a change, a return to the window or of the
 * network refreshes it. A single record that nobody shows is dropped when its resource is refreshed, and one that is
 * about to be asked for (a popup in its first frame) stays out of date until it is: ra-core's lists put a record there
 * only where there is none, and would call what is old fresh.
 */
export function createQueryClient(): QueryClient {
  // It takes for granted that there is a network, and would not hear of one that comes after a start without.
  onlineManager.setOnline(navigator.onLine);
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 5_000, networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  });
  const cache = client.getQueryCache();
  const outdated = new WeakSet<Query>();
  cache.subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[1] !== 'getOne') return;
    const { query, action } = event;
    if (action.type === 'invalidate') {
      if (query.getObserversCount() === 0) cache.remove(query);
      else if (query.isDisabled()) outdated.add(query);
    } else if (action.type === 'success' && outdated.delete(query) && action.manual) query.invalidate();
  });
  return client;
}

import { onlineManager, type Query, QueryClient } from '@tanstack/react-query';

/**
 * Creates the query cache. Fresh data is reused; changes, focus and reconnection refetch it. Unused single records are
 * dropped on invalidation. One that a show view is about to request stays stale, because ra-core's lists would
 * otherwise fill it with old data marked as fresh.
 */
export function createQueryClient(): QueryClient {
  // onlineManager assumes a connection and would miss one that comes later.
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

import { QueryClient } from '@tanstack/react-query';

/**
 * The portal's cache. What was just fetched is not fetched again at once; a change or a return to the window refreshes
 * it. A single record that nobody shows is dropped when its resource is refreshed: ra-core's lists put one there only
 * where there is none, and would call what is old fresh.
 */
export function newQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 5_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  const cache = client.getQueryCache();
  cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
    const { query } = event;
    if (query.queryKey[1] === 'getOne' && query.getObserversCount() === 0) cache.remove(query);
  });
  return client;
}

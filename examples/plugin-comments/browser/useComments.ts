import { useQuery, useQueryClient } from '@tanstack/react-query';
import { usePending, useView } from 'portal-frame/browser';
import { useDataProvider } from 'ra-core';

/** Reads a route of the comments of the view's resource. Live events of `comments` read it again. */
export function useRead<T>(route: { path: string[]; query?: object; body?: object }, enabled = true) {
  const { resource } = useView();
  const provider = useDataProvider();
  return useQuery({
    queryKey: ['comments', resource.name, route],
    queryFn: async ({ signal }): Promise<T> => (await provider.callRoute(resource.name, { ...route, signal })).data,
    enabled,
    placeholderData: (former) => former,
  });
}

/** Returns a function that changes the comments on a record, and whether it runs. A refusal shows as a toast. */
export function useChange(recordId: string) {
  const { resource } = useView();
  const provider = useDataProvider();
  const queries = useQueryClient();
  const [pending, run] = usePending();
  /** Resolves to true if the host took the change. */
  const change = async (options: object): Promise<boolean> => {
    let done = false;
    await run(async () => {
      await provider.callRoute(resource.name, { path: [recordId, 'comments'], ...options });
      done = true;
      await queries.invalidateQueries({ queryKey: ['comments', resource.name] });
    });
    return done;
  };
  return { change, pending };
}

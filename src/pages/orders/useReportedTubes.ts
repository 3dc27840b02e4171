import { useQuery } from '@tanstack/react-query';
import { hasFeature, request } from 'portal-frame/browser';
import type { Queue } from '../../device/offlineQueue.ts';
import { loadTubesInHand, storeTubesInHand } from '../../device/storedTubes.ts';
import { custodyCalls, readTubesInHand as readWire, type TubesInHand } from '../../wire/custodyApi.ts';

/** Milliseconds. */
const REFRESH_INTERVAL = 60_000;

/** Returns the tubes in hand as the host reports them, or as stored if it does not answer. */
export function useReportedTubes({ handOvers }: Queue): readonly TubesInHand[] {
  const { data } = useQuery({
    // Refetch when a hand-over has been sent.
    queryKey: ['tubesInHand', ...handOvers.map(({ id, refused }) => `${id} ${refused ?? ''}`)],
    queryFn: async ({ signal }) => {
      try {
        const fetched = readWire(await request(custodyCalls.tubesInHand, { signal }));
        await storeTubesInHand(fetched);
        return fetched;
      } catch {
        return loadTubesInHand();
      }
    },
    enabled: hasFeature('custody'),
    networkMode: 'always',
    // Never show tubes from before a hand-over.
    staleTime: 0,
    gcTime: 0,
    refetchInterval: REFRESH_INTERVAL,
    refetchOnReconnect: true,
  });
  return data ?? [];
}

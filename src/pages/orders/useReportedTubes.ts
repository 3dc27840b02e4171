import { useQuery } from '@tanstack/react-query';
import { request } from '../../../frame/dataProvider/request.ts';
import { hasFeature } from '../../../frame/session/session.ts';
import type { Queue } from '../../device/queue.ts';
import { loadTubesInHand, storeTubesInHand } from '../../device/storedTubes.ts';
import { custodyCalls, readTubesInHand as readWire, type TubesInHand } from '../../wire/custodyApi.ts';

/** Milliseconds between two looks. */
const REFRESH_INTERVAL = 60_000;

/** The tubes in hand of whichever day, as the host reports them, and without a network as it last did. */
export function useReportedTubes({ handOvers }: Queue): readonly TubesInHand[] {
  const { data } = useQuery({
    // Asked anew as soon as a hand-over has left this device: what it took is in hand no more.
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
    // What was fetched before a hand-over is never shown again.
    staleTime: 0,
    gcTime: 0,
    refetchInterval: REFRESH_INTERVAL,
    refetchOnReconnect: true,
  });
  return data ?? [];
}

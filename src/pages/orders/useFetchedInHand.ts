import { useQuery } from '@tanstack/react-query';
import { request } from '../../../frame/dataProvider/request.ts';
import { hasFeature } from '../../../frame/session/session.ts';
import { keepInHand, readInHand } from '../../device/inHand.ts';
import type { Queue } from '../../device/queue.ts';
import { custodyCalls, type InHand, readInHand as readWire } from '../../wire/custody.ts';

/** Milliseconds between two looks. */
const REFRESH = 60_000;

/** The tubes in hand of whichever day, as the host reports them, and without a network as it last did. */
export function useFetchedInHand({ handOvers }: Queue): readonly InHand[] {
  const { data } = useQuery({
    // Asked anew as soon as a hand-over has left this device: what it took is in hand no more.
    queryKey: ['tubesInHand', ...handOvers.map(({ id, refused }) => `${id} ${refused ?? ''}`)],
    queryFn: async ({ signal }) => {
      try {
        const fetched = readWire(await request(custodyCalls.tubesInHand, { signal }));
        await keepInHand(fetched);
        return fetched;
      } catch {
        return readInHand();
      }
    },
    enabled: hasFeature('custody'),
    networkMode: 'always',
    // What was fetched before a hand-over is never shown again.
    staleTime: 0,
    gcTime: 0,
    refetchInterval: REFRESH,
    refetchOnReconnect: true,
  });
  return data ?? [];
}

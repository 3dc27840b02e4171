import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../../dataProvider/request.ts';
import type { Call } from '../../wire/call.ts';
import { useFailure } from './useFailure.ts';

/**
 * Makes a GET call for a screen that is no list and gives react-query's result. A failure is shown as a toast and,
 * where the session is over, leads to /signin (spec 8); the screen shows `error.message` in its place.
 * `key` starts with the name of the resource that the data belongs to, so that its changes reach it.
 * `read` turns the reply's data into ours; what it throws is a failure as well.
 * @example const { data, error, refetch } = useCall(['transactions', 'total'], transactionCalls.totalEarning, asNumber);
 */
export function useCall<T>(key: readonly string[], call: Call, read: (data: unknown) => T) {
  const fail = useFailure();
  const query = useQuery<T, Error>({
    queryKey: key,
    queryFn: async ({ signal }) => read(await request(call, { signal })),
  });
  const { error } = query;
  useEffect(() => {
    if (error) fail(error);
  }, [error, fail]);
  return query;
}

import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../dataProvider/callQuery.ts';
import type { Call } from '../../wire/call.ts';
import { useShowError } from './useFailure.ts';

/**
 * Makes a GET call for a screen that is not a list and returns react-query's result. Errors show as a toast; an expired
 * session leads to /signin (spec 8).
 * @param key starts with the resource's name, so that changes of its records refetch it
 * @param read converts the reply's data; its errors count as failures too
 * @example const { data, error, refetch } = useCall(['transactions', 'total'], transactionCalls.totalEarning,
 * asNumber);
 */
export function useCall<T>(key: readonly string[], call: Call, read: (data: unknown) => T) {
  const query = useQuery<T, Error>(callQuery(key, call, read));
  useShowError(query.error);
  return query;
}

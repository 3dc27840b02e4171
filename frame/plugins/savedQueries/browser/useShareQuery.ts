import type { Role } from 'portal-frame';
import { useCallMutation } from 'portal-frame/browser';
import { type QueryValue, sharedQueryCalls } from '../sharedQueryCalls.ts';
import { SHARED_QUERIES_KEY } from './useListQueries.ts';

const { shareQuery, endSharedQuery } = sharedQueryCalls;

export interface SharedQueryInput {
  resource: string;
  name: string;
  roles: readonly Role[];
  value: QueryValue;
}

export function useShareQuery(onDone: () => void) {
  const { mutate, isPending } = useCallMutation(SHARED_QUERIES_KEY, () => undefined);
  const options = { onSuccess: onDone };
  return {
    busy: isPending,
    share: ({ value, ...query }: SharedQueryInput) => {
      const body = { ...query, value: JSON.stringify(value) };
      mutate({ call: shareQuery, body, message: 'toasts.queryShared' }, options);
    },
    end: (id: string) => mutate({ call: endSharedQuery, body: { id }, message: 'toasts.queryUnshared' }, options),
  };
}

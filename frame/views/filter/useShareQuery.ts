import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { request } from '../../dataProvider/request.ts';
import { toast } from '../../notify/toast.ts';
import type { Role } from '../../wire/call.ts';
import { type QueryValue, sharedQueryCalls } from '../../wire/calls/sharedQueryCalls.ts';
import { useFailure } from '../shared/useFailure.ts';
import { SHARED_QUERIES_KEY } from './useListQueries.ts';

const { shareQuery, endSharedQuery } = sharedQueryCalls;

export interface SharedQueryInput {
  resource: string;
  name: string;
  roles: readonly Role[];
  value: QueryValue;
}

/** Returns functions that share a query or stop sharing it, with toasts. */
export function useShareQuery(onDone: () => void) {
  const t = useTranslate();
  const fail = useFailure();
  const client = useQueryClient();
  const settled = (message: string) => ({
    onSuccess: async () => {
      toast.success(t(message));
      onDone();
      await client.invalidateQueries({ queryKey: SHARED_QUERIES_KEY });
    },
    onError: fail,
  });
  const share = useMutation({
    mutationFn: ({ value, ...body }: SharedQueryInput) =>
      request(shareQuery, { body: { ...body, value: JSON.stringify(value) } }),
    ...settled('toasts.queryShared'),
  });
  const end = useMutation({
    mutationFn: (id: string) => request(endSharedQuery, { body: { id } }),
    ...settled('toasts.queryUnshared'),
  });
  return { busy: share.isPending || end.isPending, share: share.mutate, end: end.mutate };
}

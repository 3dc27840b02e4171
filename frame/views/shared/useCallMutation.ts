import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { request } from '../../dataProvider/request.ts';
import type { RequestInput } from '../../dataProvider/requestBody.ts';
import { toast } from '../../notify/toast.ts';
import type { Call } from '../../wire/call.ts';
import { useFailure } from './useFailure.ts';

interface CallChange extends RequestInput {
  call: Call;
  /** i18n key of the success toast. */
  message: string;
}

/** Sends calls that change data, shows the result as a toast, and refetches `queryKey`. */
export function useCallMutation<T>(queryKey: QueryKey, read: (data: unknown) => T) {
  const t = useTranslate();
  const fail = useFailure();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ call, message, ...input }: CallChange) => read(await request(call, input)),
    onSuccess: (_, { message }) => toast.success(t(message)),
    onError: fail,
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

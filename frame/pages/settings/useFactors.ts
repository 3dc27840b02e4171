import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { request } from '../../dataProvider/request.ts';
import { toast } from '../../notify/toast.ts';
import { hasFeature } from '../../session/session.ts';
import { useFailure } from '../../views/shared/useFailure.ts';
import type { Call } from '../../wire/call.ts';
import { readFactors, readRecoveryCodes, secondFactorCalls } from '../../wire/secondFactorCalls.ts';

const FACTORS_KEY = ['factors'];

/** Fetches the second factors. Undefined while loading, and if the host has none. */
export const useFactors = () =>
  useQuery({
    queryKey: FACTORS_KEY,
    queryFn: async ({ signal }) => readFactors(await request(secondFactorCalls.factors, { signal })),
    enabled: hasFeature('twoFactor'),
  }).data;

export function useRefetchFactors() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: FACTORS_KEY });
}

interface FactorChange {
  call: Call;
  /** Id of the factor. */
  id?: string;
  /** i18n key of the success toast. */
  message: string;
}

/** Removes factors or creates recovery codes. `data` holds new codes. */
export function useChangeFactors() {
  const t = useTranslate();
  const fail = useFailure();
  const changed = useRefetchFactors();
  return useMutation({
    mutationFn: async ({ call, id }: FactorChange) =>
      readRecoveryCodes(await request(call, id ? { params: { id } } : {})),
    onSuccess: (_, { message }) => toast.success(t(message)),
    onError: fail,
    onSettled: changed,
  });
}

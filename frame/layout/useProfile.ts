import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { callQuery } from '../dataProvider/callQuery.ts';
import { RequestError } from '../dataProvider/request.ts';
import { translate } from '../i18n/provider.ts';
import { storeFullName } from '../session/session.ts';
import { useShowError } from '../views/shared/useFailure.ts';
import type { FailureTexts, Role } from '../wire/call.ts';
import { PROFILE_FAILURE, profileCall, readProfile } from '../wire/calls/profileCalls.ts';
import type { Profile } from '../wire/profiles.ts';
import { asObject } from '../wire/wireValues.ts';

const getProfileKey = (role: Role) => ['profile', role];

/** Reads a profile and stores the full name on this device. Throws if the reply is empty or not a profile (spec 8). */
function readProfileReply(data: unknown): Profile {
  const nothing = Object.keys(data ?? {}).length === 0;
  if (nothing) throw new Error(translate('errors.noProfile'));
  if (Object.keys(asObject(data)).length === 0) throw new Error(translate('errors.fetchProfileData'));
  const profile = readProfile(data);
  if (profile.fullName) storeFullName(profile.fullName);
  return profile;
}

/** Fetches the user's profile, shared by header and screens, without a toast. `failure`: default error texts. */
export function useProfileQuery(role: Role, failure: FailureTexts) {
  const query = useQuery<Profile, Error>(callQuery(getProfileKey(role), profileCall(role), readProfileReply));
  const cause = query.error;
  const error = useMemo(() => (cause instanceof RequestError ? cause.reword(failure) : cause), [cause, failure]);
  return { ...query, error };
}

/** Fetches the profile for a screen and shows a failure as a toast. */
export function useProfile(role: Role, failure: FailureTexts = PROFILE_FAILURE) {
  const query = useProfileQuery(role, failure);
  useShowError(query.error);
  return query;
}

/** True if the screen reports profile errors itself. Known by address, since its code may load after the failure. */
export const screenShowsProfileError = (): boolean => /(profile|settings)$/.test(window.location.pathname);

/** Returns functions that change the cached profile at once (`set`) or refetch it (`refresh`). */
export function useProfileCache(role: Role) {
  const client = useQueryClient();
  const set = useCallback(
    (part: Partial<Profile>) =>
      client.setQueryData<Profile>(getProfileKey(role), (profile) => profile && { ...profile, ...part }),
    [client, role],
  );
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: getProfileKey(role) }), [client, role]);
  return { set, refresh };
}

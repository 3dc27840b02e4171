import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { RequestError, request } from '../dataProvider/request.ts';
import { translate } from '../i18n/provider.ts';
import { storeFullName } from '../session/session.ts';
import { useFailure } from '../views/shared/useFailure.ts';
import { PROFILE_FAILURE, type Profile, profileCall, readProfile } from '../wire/accountCalls.ts';
import type { FailureTexts, Role } from '../wire/call.ts';
import { asObject } from '../wire/wireValues.ts';

const getProfileKey = (role: Role) => ['profile', role];

/** A reply without a profile in it is a failure of its own, and so is one with something else in it (spec 8). */
function readProfileReply(data: unknown): Profile {
  const nothing = Object.keys(data ?? {}).length === 0;
  if (nothing) throw new Error(translate('errors.noProfile'));
  if (Object.keys(asObject(data)).length === 0) throw new Error(translate('errors.fetchProfileData'));
  const profile = readProfile(data);
  if (profile.fullName) storeFullName(profile.fullName);
  return profile;
}

/**
 * The signed-in person's own profile, fetched once for the header and the screens; a failure is not shown.
 * `failure` is how a call that failed reads here, where the host gave no message.
 */
export function useProfileQuery(role: Role, failure: FailureTexts) {
  const query = useQuery<Profile, Error>({
    queryKey: getProfileKey(role),
    queryFn: async ({ signal }) => readProfileReply(await request(profileCall(role), { signal })),
  });
  const cause = query.error;
  const error = useMemo(() => (cause instanceof RequestError ? cause.reword(failure) : cause), [cause, failure]);
  return { ...query, error };
}

/** The signed-in person's own profile for a screen, which shows a failure. */
export function useProfile(role: Role, failure: FailureTexts = PROFILE_FAILURE) {
  const fail = useFailure();
  const query = useProfileQuery(role, failure);
  const { error } = query;
  useEffect(() => {
    if (error) fail(error);
  }, [error, fail]);
  return query;
}

/**
 * Whether the open screen reports itself that the profile could not be fetched; the header does on all others. By the
 * address, as a screen's code may come later than the failure.
 */
export const screenShowsProfileError = (): boolean => /(profile|settings)$/.test(window.location.pathname);

/** What changes the profile that the screens and the header hold: `set` a part of it at once, or `refresh` it. */
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

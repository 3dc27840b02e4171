import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { translate } from '../../i18n/provider.ts';
import { useCall } from '../../views/useCall.ts';
import { type Profile, profileCalls, readProfile } from '../../wire/account.ts';
import type { FailureTexts, Role } from '../../wire/call.ts';
import { asObject } from '../../wire/values.ts';

const keyOf = (role: Role) => ['profile', role];

/** A reply without a profile in it is a failure of its own, and so is one with something else in it (spec 8). */
function read(data: unknown): Profile {
  const nothing = Object.keys(data ?? {}).length === 0;
  if (nothing) throw new Error(translate('errors.noProfile'));
  if (Object.keys(asObject(data)).length === 0) throw new Error(translate('errors.fetchProfileData'));
  return readProfile(data);
}

/** The signed-in person's own profile; `failure` where a screen has its own words for a call that failed. */
export function useProfile(role: Role, failure: FailureTexts = profileCalls[role].failure) {
  return useCall(keyOf(role), { ...profileCalls[role], failure }, read);
}

/** What changes the profile that the screens hold: `set` a part of it at once, or `refresh` it, the header's photo too. */
export function useProfileChange(role: Role) {
  const client = useQueryClient();
  const set = useCallback(
    (part: Partial<Profile>) =>
      client.setQueryData<Profile>(keyOf(role), (profile) => profile && { ...profile, ...part }),
    [client, role],
  );
  const refresh = useCallback(() => {
    void client.invalidateQueries({ queryKey: keyOf(role) });
    void client.invalidateQueries({ queryKey: ['auth', 'getIdentity'] });
  }, [client, role]);
  return { set, refresh };
}

import { findResource, getRecordPath, hasFeature } from 'portal-frame/browser';
import { useGetList } from 'ra-core';

/** Returns the address of the form of the business profile; undefined while loading, or on a host without one. */
export function useProfilePath(enabled = true): string | undefined {
  const isOffered = enabled && hasFeature('business') && findResource('businessProfile') !== undefined;
  const { data } = useGetList('businessProfile', { pagination: { page: 1, perPage: 1 } }, { enabled: isOffered });
  return isOffered && data ? getProfilePath(data[0]) : undefined;
}

/** Returns the address of the form that edits the profile, or enters the first one. */
export const getProfilePath = (profile: { id: unknown } | undefined): string =>
  profile ? getRecordPath('/business-profile', String(profile.id), 'edit') : '/add-business-profile';

import { readPreference } from '../i18n/preference.ts';
import { currentRole, currentSession, hasFeature } from '../session/session.ts';
import type { Feature } from '../wire/features.ts';
import { HOST } from './host.ts';
import { prefetchReply } from './request.ts';

/** `features` are what the host has to offer for it. */
interface FirstRequest {
  name: string;
  address: string;
  features: Feature[];
}

/** What each role's lists ask for first, and whose they are, by their addresses: made by the build (frame/build/resourcePlugins.ts). */
declare const FIRST_REQUESTS: Record<string, Record<string, FirstRequest>> | undefined;

/** Asks for the records of the list that was opened, so that they are there once its code is. */
export function prefetchOpenedList(): void {
  const session = currentSession();
  const role = currentRole();
  if (!session || !role || typeof FIRST_REQUESTS === 'undefined' || location.search !== '') return;
  const first = FIRST_REQUESTS[role]?.[location.pathname];
  // A list that is kept as a calendar asks for days.
  if (first?.features.every(hasFeature) && !readPreference(`${first.name}.calendar`))
    prefetchReply(HOST + first.address, { authorization: `Bearer ${session.token}` });
}

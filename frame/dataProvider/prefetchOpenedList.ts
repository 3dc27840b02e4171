import { readPreference } from '../i18n/preference.ts';
import { currentRole, currentSession, hasFeature } from '../session/session.ts';
import type { Feature } from '../wire/features.ts';
import { HOST } from './host.ts';
import { prefetchReply } from './request.ts';

/** `features` must all be offered by the host. */
interface FirstRequest {
  name: string;
  address: string;
  features: Feature[];
}

/** First list request by role and path, written by the build (frame/build/resourcePlugins.ts). */
declare const FIRST_REQUESTS: Record<string, Record<string, FirstRequest>> | undefined;

/** Requests the records of the opened list while its code still loads. */
export function prefetchOpenedList(): void {
  const session = currentSession();
  const role = currentRole();
  if (!session || !role || typeof FIRST_REQUESTS === 'undefined' || location.search !== '') return;
  const first = FIRST_REQUESTS[role]?.[location.pathname];
  // Another view, such as a calendar, requests its own records.
  if (first?.features.every(hasFeature) && !readPreference(`${first.name}.view`))
    prefetchReply(HOST + first.address, { authorization: `Bearer ${session.token}` });
}

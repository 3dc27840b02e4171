import { preference } from '../i18n/preference.ts';
import { currentRole, currentSession } from '../session/session.ts';
import { HOST } from './host.ts';
import { askEarly } from './request.ts';

/** What each role's lists ask for first, and whose they are, by their addresses: made by the build (frame/build/configs.ts). */
declare const FIRST_REQUESTS: Record<string, Record<string, { name: string; address: string }>> | undefined;

/** Asks for the records of the list that was opened, so that they are there once its code is. */
export function askFirst(): void {
  const session = currentSession();
  const role = currentRole();
  if (!session || !role || typeof FIRST_REQUESTS === 'undefined' || location.search !== '') return;
  const first = FIRST_REQUESTS[role]?.[location.pathname];
  // A list that is kept as a calendar asks for days.
  if (first && !preference(`${first.name}.calendar`))
    askEarly(HOST + first.address, { authorization: `Bearer ${session.token}` });
}

import { currentRole, currentSession } from '../authProvider/session.ts';
import { HOST } from './host.ts';
import { askEarly } from './request.ts';

/** What each role's lists ask for first, by their addresses: made by the build from src/resources (vite.config.ts). */
declare const FIRST_REQUESTS: Record<string, Record<string, string>> | undefined;

/** Asks for the records of the list that was opened, so that they are there once its code is. */
export function askFirst(): void {
  const session = currentSession();
  const role = currentRole();
  if (!session || !role || typeof FIRST_REQUESTS === 'undefined' || location.search !== '') return;
  const address = FIRST_REQUESTS[role]?.[location.pathname];
  if (address) askEarly(HOST + address, { authorization: `Bearer ${session.token}` });
}

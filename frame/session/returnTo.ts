import type { Role } from '../wire/call.ts';
import { getHomePath } from './home.ts';
import { hasFeature } from './session.ts';

const KEY = 'returnTo';

/** Keeps, until this tab is closed or somebody signs out, the page that was asked for by a person who has to sign in first. */
export function saveReturnTo(role: Role, path: string): void {
  sessionStorage.setItem(KEY, JSON.stringify({ role, path }));
}

/**
 * Where somebody who just signed in goes: to the address that they opened without a session, or whose session ended
 * there, else to their first screen. On the provider's host always there.
 */
export function takeReturnTo(role: Role): string {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const page = kept ? (JSON.parse(kept) as { role: Role; path: string }) : undefined;
  return page?.role === role && hasFeature('lookup') ? page.path : getHomePath(role);
}

import type { Role } from '../wire/call.ts';
import { getHomePath } from './homePath.ts';
import { hasFeature } from './session.ts';

const KEY = 'returnTo';

/** Saves the requested page until the next sign-in in this tab. */
export function saveReturnTo(role: Role, path: string): void {
  sessionStorage.setItem(KEY, JSON.stringify({ role, path }));
}

/** Returns the first page after sign-in: the saved one, else (or without the feature `lookup`) the home. */
export function takeReturnTo(role: Role): string {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const page = kept ? (JSON.parse(kept) as { role: Role; path: string }) : undefined;
  return page?.role === role && hasFeature('lookup') ? page.path : getHomePath(role);
}

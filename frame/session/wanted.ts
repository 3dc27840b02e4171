import type { Role } from '../wire/call.ts';
import { homeOf } from './home.ts';
import { hasFeature } from './session.ts';

const WANTED = 'wantedPath';

/** Keeps, until this tab is closed or somebody signs out, where a person wanted to go who has to sign in first. */
export function keepWanted(role: Role, path: string): void {
  sessionStorage.setItem(WANTED, JSON.stringify({ role, path }));
}

/**
 * Where somebody who just signed in goes: to the address that they opened without a session, or whose session ended
 * there, else to their first screen. On the provider's host always there.
 */
export function takeWanted(role: Role): string {
  const kept = sessionStorage.getItem(WANTED);
  sessionStorage.removeItem(WANTED);
  const wanted = kept ? (JSON.parse(kept) as { role: Role; path: string }) : undefined;
  return wanted?.role === role && hasFeature('lookup') ? wanted.path : homeOf(role);
}

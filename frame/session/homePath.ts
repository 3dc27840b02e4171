import { getPageRoles, type Role } from '../wire/roles.ts';
import { hasFeature } from './session.ts';

/** Below the theme's breakpoint `sm`. */
const isPhone = (): boolean => globalThis.matchMedia('(max-width: 599.95px)').matches;

/** Returns the role's first screen after sign-in and from / (spec 2): its `phoneHome` on phones and offline. */
export function getHomePath(role: Role): string {
  const { home, phoneHome } = getPageRoles().get(role);
  if (!phoneHome) return home;
  const { path, feature } = phoneHome;
  return !navigator.onLine || (isPhone() && (!feature || hasFeature(feature))) ? path : home;
}

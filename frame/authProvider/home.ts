import { RUN_SHEET } from '../../src/pages/runSheet/address.ts';
import type { Role } from '../wire/call.ts';
import { HOME, hasFeature } from './session.ts';

/** Narrower than the theme's breakpoint `sm`. */
const isPhone = (): boolean => globalThis.matchMedia('(max-width: 599.95px)').matches;

/**
 * Where a role lands after sign-in and from /: its dashboard (spec 2). On a phone an employee's day comes first, but not
 * on the provider's host; without a network it is what there is.
 */
export function homeOf(role: Role): string {
  const dayFirst = role === 'employee' && (!navigator.onLine || (isPhone() && hasFeature('visitReports')));
  return dayFirst ? RUN_SHEET : HOME[role];
}

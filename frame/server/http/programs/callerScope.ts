import { type Activity, isRead } from '../../activity/activityLog.ts';
import { HttpError } from '../../base/httpError.ts';
import type { Account, CallerScope } from '../../base/requestAccount.ts';

/** The part of a route that decides if a key may use it. Without it, keys are refused. */
export interface KeyAccess {
  method: string;
  /** Null for calls that show no record: only keys for all resources may make them. */
  activity: Activity | null;
  /** Further resources whose values the route shows. */
  shows?: readonly string[];
  personal?: boolean | undefined;
  /** Opens the route to scopes with the same `only`, and to no others. */
  only?: string;
}

function isInScope(scope: CallerScope, { method, activity, shows = [], personal, only }: KeyAccess): boolean {
  if (only || scope.only) return only === scope.only;
  const isOpen = activity && [activity.resource, ...shows].every((one) => scope.resources.includes(one));
  if (personal || (scope.resources.length > 0 && !isOpen)) return false;
  return scope.access === 'write' || (activity ? isRead(activity) : method === 'GET');
}

/** True unless the caller is a key whose scope does not include the route. */
export const isWithinScope = ({ key }: Account, route: KeyAccess | undefined): boolean =>
  !key || (route !== undefined && isInScope(key.scope, route));

/** Throws an HttpError (403) if the caller is a key whose scope does not include the route. */
export function requireScope(account: Account, route: KeyAccess | undefined): void {
  if (account.key && !isWithinScope(account, route)) throw new HttpError(403, account.key.refusal);
}

/** True if a key may read a resource, or change it. */
export const isResourceInScope = ({ access, resources }: CallerScope, name: string, changes: boolean): boolean =>
  (resources.length === 0 || resources.includes(name)) && (access === 'write' || !changes);

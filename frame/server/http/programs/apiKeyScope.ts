import { LRUCache } from 'lru-cache';
import type { ApiKeyScope } from '../../../wire/calls/apiKeyCalls.ts';
import { type Activity, isRead } from '../../activity/activityLog.ts';
import { HttpError, tooManyRequests } from '../../base/httpError.ts';
import type { Account } from '../../base/requestAccount.ts';
import type { Services } from '../../services.ts';

/** The part of a route that decides if a key may use it. Without it, keys are refused. */
export interface KeyAccess {
  method: string;
  /** Null for calls that show no record: only keys for all resources may make them. */
  activity: Activity | null;
  /** Further resources whose values the route shows. */
  shows?: readonly string[];
  personal?: boolean | undefined;
  /** The route of AI assistants. */
  mcp?: true;
}

function isInScope(
  { access, resources, mcp }: ApiKeyScope,
  { method, activity, shows = [], personal, mcp: isMcp }: KeyAccess,
): boolean {
  if (isMcp) return mcp !== 'off';
  // The API would show an assistant the values that its tools hide.
  if (personal || mcp !== 'off') return false;
  const isOpen = activity && [activity.resource, ...shows].every((one) => resources.includes(one));
  if (resources.length > 0 && !isOpen) return false;
  return access === 'write' || (activity ? isRead(activity) : method === 'GET');
}

/** True unless the caller is a key whose scope does not include the route. */
export const isWithinScope = ({ key }: Account, route: KeyAccess | undefined): boolean =>
  !key || (route !== undefined && isInScope(key.scope, route));

/** Throws an HttpError (403) if the caller is a key whose scope does not include the route. */
export function requireScope(account: Account, route: KeyAccess | undefined): void {
  if (!isWithinScope(account, route)) throw new HttpError(403, 'server.apiKeyScope');
}

/** True if a key of an AI assistant may read a resource, or change it. */
export const isResourceInScope = ({ access, resources }: ApiKeyScope, name: string, changes: boolean): boolean =>
  (resources.length === 0 || resources.includes(name)) && (access === 'write' || !changes);

/** Resources of the frame's own calls that keys may make. */
const FRAME_SCOPES = ['notifications', 'profile'];

/** Lists the names of resources that a scope may contain: of collections, and of the calls that keys may make. */
export function listScopeNames({
  app,
  resources,
  endpoints,
}: Pick<Services, 'app' | 'resources' | 'endpoints'>): string[] {
  const called = (app.calls ?? []).flatMap(({ activity, call }) =>
    activity && !call.personal ? activity.resource : [],
  );
  const ownEndpoints = Object.entries(endpoints).flatMap(([name, { activity }]) =>
    activity === null ? [] : (activity?.resource ?? name),
  );
  const collections = resources.filter(({ api }) => !api).map(({ name }) => name);
  return [...new Set([...FRAME_SCOPES, ...collections, ...called, ...ownEndpoints])].toSorted();
}

const WINDOW_MS = 60_000;
const MAX_KEYS = 10_000;

/** Creates the limit of requests per key and minute of this process. Throws an HttpError (429) beyond it. */
export function createKeyLimit(max: number): (id: string) => void {
  const counts = new LRUCache<string, { count: number; endsAt: number }>({ max: MAX_KEYS });
  return (id) => {
    const now = Date.now();
    const found = counts.get(id);
    const current =
      found && found.endsAt > now && found.endsAt <= now + WINDOW_MS ? found : { count: 0, endsAt: now + WINDOW_MS };
    current.count += 1;
    counts.set(id, current);
    if (current.count > max) throw tooManyRequests(Math.ceil((current.endsAt - now) / 1000));
  };
}

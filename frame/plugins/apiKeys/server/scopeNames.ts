import type { Services } from 'portal-frame/server';

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

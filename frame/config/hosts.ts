import type { ResourceApi } from '../wire/binding.ts';
import type { Call, ForeignHost } from '../wire/call.ts';

const isPart = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The `api` part of a resource, its host in each of its calls: whoever has the call knows where it goes. */
export function applyHost(api: ResourceApi): ResourceApi {
  const { host } = api;
  if (!host) return api;
  const bound = (part: unknown): unknown =>
    isPart(part)
      ? Object.fromEntries(
          Object.entries(part).map(([key, one]) => [
            key,
            key === 'call' && isPart(one) ? { host, ...one } : key === 'host' ? one : bound(one),
          ]),
        )
      : part;
  return bound(api) as ResourceApi;
}

/** Every call of an `api` part, by its place in the config. */
export function* listCalls(api: object, place = 'api'): Generator<[string, Call]> {
  for (const [key, one] of Object.entries(api)) {
    if (key === 'host' || !isPart(one)) continue;
    if (key === 'call') yield [`${place}.${key}`, one as unknown as Call];
    else yield* listCalls(one, `${place}.${key}`);
  }
}

/** The hosts that resources' calls go to, beside the session's. */
export const listForeignHosts = (resources: readonly { api?: ResourceApi }[]): ForeignHost[] => [
  ...new Set(resources.flatMap(({ api }) => [...listCalls(api ?? {})].flatMap(([, { host }]) => host ?? []))),
];

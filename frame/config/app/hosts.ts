import type { Call, ForeignHost } from '../../wire/call.ts';
import type { ResourceApi } from '../../wire/resourceApi.ts';

const isPart = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Copies the host of an `api` into each of its calls. */
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

/** Yields every call of an `api` with its config key. */
export function* listCalls(api: object, place = 'api'): Generator<[string, Call]> {
  for (const [key, one] of Object.entries(api)) {
    if (key === 'host' || !isPart(one)) continue;
    if (key === 'call') yield [`${place}.${key}`, one as unknown as Call];
    else yield* listCalls(one, `${place}.${key}`);
  }
}

export const listForeignHosts = (resources: readonly { api?: ResourceApi }[]): ForeignHost[] => [
  ...new Set(resources.flatMap(({ api }) => [...listCalls(api ?? {})].flatMap(([, { host }]) => host ?? []))),
];

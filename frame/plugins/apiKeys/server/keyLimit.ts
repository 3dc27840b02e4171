import { LRUCache } from 'lru-cache';
import { type Config, integerVariable } from 'portal-frame/server';
import { tooManyRequests } from 'portal-frame/server/plugins';
import { z } from 'zod';

declare module 'portal-frame/server' {
  interface AppConfig {
    /** Requests of an API key per minute and process. */
    apiKeyPerMinute: number;
  }
}

export const keySettings = z.object({ API_KEY_PER_MINUTE: integerVariable(1, 1_000_000, 600) });

const WINDOW_MS = 60_000;
const MAX_KEYS = 10_000;

type Counts = LRUCache<string, { count: number; endsAt: number }>;
/** Counts by server: several run in one process. */
const countsByServer = new WeakMap<Config, Counts>();

/** Counts a request of an API key. Throws an HttpError (429) beyond its limit per minute and process. */
export function countKeyRequest({ config }: { config: Config }, id: string): void {
  const counts: Counts = countsByServer.get(config) ?? new LRUCache({ max: MAX_KEYS });
  countsByServer.set(config, counts);
  const now = Date.now();
  const found = counts.get(id);
  const current =
    found && found.endsAt > now && found.endsAt <= now + WINDOW_MS ? found : { count: 0, endsAt: now + WINDOW_MS };
  current.count += 1;
  counts.set(id, current);
  if (current.count > config.apiKeyPerMinute) throw tooManyRequests(Math.ceil((current.endsAt - now) / 1000));
}

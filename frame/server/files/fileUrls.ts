import type { Account } from '../base/requestAccount.ts';
import { deriveKey, isSameSecret, signText } from '../base/secrets.ts';
import type { Config } from '../config.ts';

export interface FileOwner {
  resource: string;
  id: string;
  /** Photos come with lists; documents are opened one by one. */
  as: 'photos' | 'documents';
}
export type UrlReader = Pick<Account, 'id' | 'sessionId' | 'isCrossOrigin'>;

export interface FileAccess {
  owner: FileOwner;
  reader: UrlReader;
  /** True if the URL works without the session's cookie or token. */
  worksAlone: boolean;
}

export interface FileUrls {
  /**
   * Creates a URL relative to the host, valid for this session for one to two hours. The URL is no secret: the session
   * must also present its cookie or token. Only URLs for a portal on another site work alone, because it has no cookie.
   * The URL stays the same within an hour, so that browsers can cache the file.
   */
  createUrl(file: { path: string; size?: number }, owner: FileOwner, reader: UrlReader): string;
  /** Verifies a URL. The caller must check that its session is live. */
  parseUrl(path: string, query: Record<string, unknown>): FileAccess | 'expired' | 'forged';
}

const HOUR_SECONDS = 3600;
/** Cached for the hour, because lists sign the same URLs again. */
const MAX_CACHED_URLS = 20_000;

/** Signs URLs of uploads for one to two hours. Only those for a portal on another site (`alone`) need no cookie. */
export function createFileUrls(config: Pick<Config, 'tokenSecret'>): FileUrls {
  const key = deriveKey(config, 'uploads');
  const sign = (...parts: string[]) => signText(key, parts.join('\n')).slice(0, 27);
  let cache = { expiry: '', urls: new Map<string, string>() };

  return {
    createUrl({ path, size }, { resource, id, as }, reader) {
      const expiry = String((Math.floor(Date.now() / 1000 / HOUR_SECONDS) + 2) * HOUR_SECONDS);
      if (expiry !== cache.expiry || cache.urls.size >= MAX_CACHED_URLS) cache = { expiry, urls: new Map() };
      const owner = `${as}.${resource}.${id}`;
      const user = `${reader.id}.${reader.sessionId}${reader.isCrossOrigin ? '.alone' : ''}`;
      const file = `${path} ${owner} ${user}`;
      const cached = cache.urls.get(file);
      if (cached) return cached;
      const bytes = size === undefined ? '' : String(size);
      const query = { ...(bytes && { size: bytes }), o: owner, u: user, e: expiry };
      const s = sign(path, owner, user, bytes, expiry);
      const url = `uploads/${path}?${new URLSearchParams({ ...query, s })}`;
      cache.urls.set(file, url);
      return url;
    },
    parseUrl(path, query) {
      const get = (name: string) => String(query[name] ?? '');
      const [owner, user, expiry] = [get('o'), get('u'), get('e')];
      if (!isSameSecret(get('s'), sign(path, owner, user, get('size'), expiry))) return 'forged';
      if (Number(expiry) * 1000 <= Date.now()) return 'expired';
      const [as, resource = '', id = ''] = owner.split('.');
      const [account = '', sessionId = '', alone] = user.split('.');
      return {
        owner: { as: as as FileOwner['as'], resource, id },
        reader: { id: account, sessionId },
        worksAlone: !!alone,
      };
    },
  };
}

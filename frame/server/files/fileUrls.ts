import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Account } from '../base/requestAccount.ts';
import type { Config } from '../config.ts';

/** Record that a file belongs to, and its use there. */
export interface FileOwner {
  resource: string;
  id: string;
  /** Photos come with lists; documents are opened one by one. */
  as: 'photos' | 'documents';
}
export interface UrlReader extends Pick<Account, 'id' | 'sessionId' | 'elsewhere'> {}

/** File, record and session of a signed URL. */
export interface FileAccess {
  owner: FileOwner;
  reader: UrlReader;
  /** True if the URL works without the session's cookie or token. */
  worksAlone: boolean;
}

export interface FileUrls {
  /**
   * Creates a URL relative to the host, valid for this session for one to two hours.
   * The URL is no secret: the session must also present its cookie or token. Only URLs for a portal on another site
   * work alone, because it has no cookie.
   * The URL stays the same within an hour, so that browsers can cache the file.
   */
  createUrl(file: { path: string; size?: number }, owner: FileOwner, reader: UrlReader): string;
  /** Verifies a URL. The caller must check that its session is live. */
  parseUrl(path: string, query: Record<string, unknown>): FileAccess | 'expired' | 'forged';
}

const HOUR_SECONDS = 3600;
/** Cached for the hour, because lists sign the same URLs again. */
const MAX_CACHED_URLS = 20_000;

export function createFileUrls({ tokenSecret }: Pick<Config, 'tokenSecret'>): FileUrls {
  const key = Buffer.from(hkdfSync('sha256', tokenSecret, '', 'uploads', 32));
  const signature = (path: string, of: string, to: string, size: string, expiry: string) =>
    createHmac('sha256', key).update([path, of, to, size, expiry].join('\n')).digest('base64url').slice(0, 27);
  let signed = { expiry: '', urls: new Map<string, string>() };

  return {
    createUrl({ path, size }, { resource, id, as }, reader) {
      const expiry = String((Math.floor(Date.now() / 1000 / HOUR_SECONDS) + 2) * HOUR_SECONDS);
      if (expiry !== signed.expiry || signed.urls.size >= MAX_CACHED_URLS) signed = { expiry, urls: new Map() };
      const of = `${as}.${resource}.${id}`;
      const to = `${reader.id}.${reader.sessionId}${reader.elsewhere ? '.alone' : ''}`;
      const file = `${path} ${of} ${to}`;
      let url = signed.urls.get(file);
      if (!url) {
        const bytes = size === undefined ? '' : String(size);
        const query = { ...(bytes && { size: bytes }), o: of, u: to, e: expiry };
        url = `uploads/${path}?${new URLSearchParams({ ...query, s: signature(path, of, to, bytes, expiry) })}`;
        signed.urls.set(file, url);
      }
      return url;
    },
    parseUrl(path, { size = '', o = '', u = '', e = '', s = '' }) {
      const expected = Buffer.from(signature(path, String(o), String(u), String(size), String(e)));
      const given = Buffer.from(String(s));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
      if (Number(e) * 1000 <= Date.now()) return 'expired';
      const [as, resource = '', id = ''] = String(o).split('.');
      const [account = '', sessionId = '', alone] = String(u).split('.');
      return {
        owner: { as: as as FileOwner['as'], resource, id },
        reader: { id: account, sessionId },
        worksAlone: !!alone,
      };
    },
  };
}

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Account } from '../base/requestAccount.ts';
import type { Config } from '../config.ts';

/** What a file is of: the record it belongs to, and as what it is shown there. */
export interface FileOwner {
  resource: string;
  id: string;
  /** Photos come with every list; documents, and what says as much as one, are opened. */
  as: 'photos' | 'documents';
}
export interface UrlReader extends Pick<Account, 'id' | 'sessionId' | 'elsewhere'> {}

/** What an address says: which file, of which record, and to whose session it was given. */
export interface FileAccess {
  owner: FileOwner;
  reader: UrlReader;
  /** Whether it opens the file by itself, without the session's cookie or token. */
  worksAlone: boolean;
}

export interface FileUrls {
  /**
   * The address of a file relative to the host, for this session alone, good for one to two hours at most. It holds no
   * name, and is no secret: its signature says that the file was shown to that session, which must show its cookie or
   * token besides; only what is given to a portal of another site, which has no cookie, opens the file by itself. Within
   * an hour it stays the same, so that a list that is asked for again shows no picture anew.
   */
  createUrl(file: { path: string; size?: number }, owner: FileOwner, reader: UrlReader): string;
  /** What an address of ours says; or that it is none, or no longer good. Whether its session is live is to be asked besides. */
  parseUrl(path: string, query: Record<string, unknown>): FileAccess | 'expired' | 'forged';
}

const HOUR_SECONDS = 3600;
/** Addresses kept until the hour is over, so that a list that is asked for again signs nothing again. */
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

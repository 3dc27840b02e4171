import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';

/** An upload as it is kept: `path` is its random name with the ending of its type, `name` what the person called it. */
export interface SavedFile {
  path: string;
  name: string;
  /** Bytes. */
  size: number;
}

export interface FileStore {
  /** Where uploads are written while they come in. */
  readonly incoming: string;
  /** A new random path with this ending. */
  newPath(ending: string): string;
  /** Moves a finished upload from `incoming` to its place, for good: it is there even after a power cut. */
  keep(path: string): Promise<void>;
  /** Removes files wherever they are, or only from `incoming`; those that are not there are no matter. */
  discard(paths: readonly string[], from?: 'anywhere' | 'incoming'): Promise<void>;
  /** Where a file lies on the disk, or null where the path is none of ours. */
  locate(path: string): string | null;
  /**
   * The address of a file relative to the host, signed and good for one to two hours. It stays the same within
   * an hour, so that browsers can keep what they have.
   */
  urlOf(file: { path: string; name?: string; size?: number }): string;
  /** Whether an address is one that `urlOf` gave, and still good. */
  check(path: string, name: string, query: Record<string, unknown>): 'good' | 'expired' | 'forged';
}

const HOUR = 3600;
/** Addresses kept until the hour is over, so that a list that is asked for again signs nothing again. */
const KEPT = 20_000;
const PATH = /^[0-9a-f]{32}\.(png|jpg|webp|pdf)$/;

/** Waits until a file, or a folder's list of files, is on the disk. */
async function flush(path: string, flags: 'r' | 'r+' = 'r'): Promise<void> {
  const handle = await open(path, flags);
  await handle.sync().finally(() => handle.close());
}

/** The paths a text of the database holds: it is one, or a list of them as JSON. */
export const pathsIn = (text: string): string[] =>
  text.match(/(?<=^|")[0-9a-f]{32}\.(?:png|jpg|webp|pdf)(?=$|")/g) ?? [];

/** Files below DATA_DIR/uploads under random names, given out by signed addresses only. */
export function createFileStore({ dataDir, tokenSecret }: Pick<Config, 'dataDir' | 'tokenSecret'>): FileStore {
  const root = join(dataDir, 'uploads');
  const incoming = join(root, 'tmp');
  const key = Buffer.from(hkdfSync('sha256', tokenSecret, '', 'uploads', 32));
  /** Spread over 256 folders. */
  const place = (path: string) => join(root, path.slice(0, 2), path);
  const signature = (path: string, name: string, size: string, expiry: string) =>
    createHmac('sha256', key).update([path, name, size, expiry].join('\n')).digest('base64url').slice(0, 27);
  function sign(path: string, name: string, bytes: string, expiry: string): string {
    const query = new URLSearchParams({
      ...(bytes && { size: bytes }),
      e: expiry,
      s: signature(path, name, bytes, expiry),
    });
    return `uploads/${path}/${encodeURIComponent(name)}?${query}`;
  }
  let signed = { expiry: '', urls: new Map<string, string>() };

  return {
    incoming,
    newPath: (ending) => `${randomBytes(16).toString('hex')}.${ending}`,
    async keep(path) {
      const folder = dirname(place(path));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await flush(join(incoming, path), 'r+');
      await rename(join(incoming, path), place(path));
      // Systems that open no folders keep its entries by themselves.
      await flush(folder).catch(() => undefined);
    },
    async discard(paths, from = 'anywhere') {
      const places = paths.flatMap((path) => [join(incoming, path), ...(from === 'anywhere' ? [place(path)] : [])]);
      await Promise.all(places.map((one) => rm(one, { force: true })));
    },
    locate: (path) => (PATH.test(path) ? place(path) : null),
    urlOf({ path, name = `photo.${path.split('.').pop()}`, size }) {
      const expiry = String((Math.floor(Date.now() / 1000 / HOUR) + 2) * HOUR);
      if (expiry !== signed.expiry || signed.urls.size >= KEPT) signed = { expiry, urls: new Map() };
      const bytes = size === undefined ? '' : String(size);
      const file = `${path}\n${name}\n${bytes}`;
      const url = signed.urls.get(file) ?? sign(path, name, bytes, expiry);
      signed.urls.set(file, url);
      return url;
    },
    check(path, name, { size = '', e = '', s = '' }) {
      const expected = Buffer.from(signature(path, name, String(size), String(e)));
      const given = Buffer.from(String(s));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
      return Number(e) * 1000 > Date.now() ? 'good' : 'expired';
    },
  };
}

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session that this request opened, or ended: its browser is given, or loses, the cookie of its files. */
    sessionOpened: string | undefined;
    sessionEnded: string | undefined;
  }
}

type CookieConfig = Pick<Config, 'tokenSecret' | 'publicUrl' | 'tokenHours'>;

/**
 * Cookies by which a browser shows for which session it asks for a file: pictures and links send no token. One for each
 * session, so that portals on other ports of a machine do not replace it. It opens files and nothing else. Scripts of
 * the page see it, as signing out removes all cookies, also while the server is down (specification 2); the token, which
 * opens more, lies in local storage as well.
 */
export function createFileCookies({ tokenSecret, publicUrl, tokenHours }: CookieConfig) {
  const key = Buffer.from(hkdfSync('sha256', tokenSecret, '', 'file cookies', 32));
  const secure = publicUrl?.startsWith('https:') ?? false;
  const prefix = secure ? '__Host-files-' : 'files-';
  const proofOf = (sessionId: string) => createHmac('sha256', key).update(sessionId).digest('base64url');
  const isProof = (sessionId: string, given: string) => {
    const expected = Buffer.from(proofOf(sessionId));
    const bytes = Buffer.from(given);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  };
  const header = (sessionId: string, value: string, maxAge: number) =>
    stringifySetCookie({
      ...{ name: prefix + sessionId, value, maxAge, path: '/', sameSite: 'strict', secure },
    });
  const given = (sessionId: string) => header(sessionId, proofOf(sessionId), tokenHours * 3600);
  const taken = (sessionId: string) => header(sessionId, '', 0);

  return {
    /** Whether a request shows this session's cookie. */
    shows({ headers }: FastifyRequest, sessionId: string): boolean {
      const name = prefix + sessionId;
      if (!headers.cookie?.includes(name)) return false;
      return isProof(sessionId, parseCookie(headers.cookie)[name] ?? '');
    },
    /** For a session that was opened: its cookie, and the end of those of this browser's sessions before. */
    opened({ headers }: FastifyRequest, sessionId: string): string[] {
      const before = Object.entries(parseCookie(headers.cookie ?? ''))
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, value = '']): [string, string] => [name.slice(prefix.length), value])
        .filter(([id, value]) => id !== sessionId && isProof(id, value));
      return [given(sessionId), ...before.map(([id]) => taken(id))];
    },
    given,
    taken,
  };
}

export type FileCookies = ReturnType<typeof createFileCookies>;

/** Gives cookies with the replies: at sign-in, at sign-out, and to a browser whose session has none (any more). */
export function registerFileCookies(app: FastifyInstance, cookies: FileCookies): void {
  app.decorateRequest('sessionOpened');
  app.decorateRequest('sessionEnded');
  const cookiesFor = (request: FastifyRequest): string[] => {
    const { account, headers, sessionOpened: opened, sessionEnded: ended } = request;
    if (opened) return cookies.opened(request, opened);
    if (ended) return [cookies.taken(ended)];
    if (!account || headers['sec-fetch-site'] !== 'same-origin' || cookies.shows(request, account.sessionId)) return [];
    return [cookies.given(account.sessionId)];
  };
  app.addHook('onSend', (request, reply, payload, done) => {
    const list = cookiesFor(request);
    if (list.length > 0) reply.header('set-cookie', list);
    done(null, payload);
  });
}

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Session that this request opened or ended. The reply sets or clears its cookie. */
    sessionOpened: string | undefined;
    sessionEnded: string | undefined;
  }
}

type CookieConfig = Pick<Config, 'tokenSecret' | 'publicUrl' | 'tokenHours'>;

/**
 * Creates cookies that prove the session for file requests, because pictures and links send no token.
 *
 * Each session has its own cookie, so that portals on other ports do not replace it. It opens files only. Scripts can
 * read it, because sign-out removes all cookies even if the server is down (specification 2). The more powerful token
 * is in local storage as well.
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
    /** True if a request presents this session's cookie. */
    shows({ headers }: FastifyRequest, sessionId: string): boolean {
      const name = prefix + sessionId;
      if (!headers.cookie?.includes(name)) return false;
      return isProof(sessionId, parseCookie(headers.cookie)[name] ?? '');
    },
    /** Returns the cookie of a new session and clears those of the browser's earlier sessions. */
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

/** Sets cookies at sign-in, at sign-out, and for browsers that lost theirs. */
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

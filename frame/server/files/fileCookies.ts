import { parseCookie } from 'cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHostCookie, getCookieName } from '../base/hostCookie.ts';
import { deriveKey, isSameSecret, signText } from '../base/secrets.ts';
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
  const key = deriveKey({ tokenSecret }, 'file cookies');
  const prefix = getCookieName({ publicUrl }, 'files-');
  const sign = (sessionId: string) => signText(key, sessionId);
  const isValid = (sessionId: string, proof: string) => isSameSecret(proof, sign(sessionId));
  const serialize = (sessionId: string, value: string, maxAge: number) =>
    createHostCookie({ publicUrl }, { name: `files-${sessionId}`, value, maxAge, sameSite: 'strict' });
  const create = (sessionId: string) => serialize(sessionId, sign(sessionId), tokenHours * 3600);
  const clear = (sessionId: string) => serialize(sessionId, '', 0);

  return {
    /** True if a request presents this session's cookie. */
    isPresent({ headers }: FastifyRequest, sessionId: string): boolean {
      const name = prefix + sessionId;
      if (!headers.cookie?.includes(name)) return false;
      return isValid(sessionId, parseCookie(headers.cookie)[name] ?? '');
    },
    /** Returns the cookie of a new session and clears those of the browser's earlier sessions. */
    replace({ headers }: FastifyRequest, sessionId: string): string[] {
      const earlier = Object.entries(parseCookie(headers.cookie ?? ''))
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, proof = '']) => ({ id: name.slice(prefix.length), proof }))
        .filter(({ id, proof }) => id !== sessionId && isValid(id, proof));
      return [create(sessionId), ...earlier.map(({ id }) => clear(id))];
    },
    create,
    clear,
  };
}

export type FileCookies = ReturnType<typeof createFileCookies>;

/** Sets cookies at sign-in, at sign-out, and for browsers that lost theirs. */
export function registerFileCookies(app: FastifyInstance, cookies: FileCookies): void {
  app.decorateRequest('sessionOpened');
  app.decorateRequest('sessionEnded');
  const getCookies = (request: FastifyRequest): string[] => {
    const { account, headers, sessionOpened, sessionEnded } = request;
    if (sessionOpened) return cookies.replace(request, sessionOpened);
    if (sessionEnded) return [cookies.clear(sessionEnded)];
    if (!account || account.key || headers['sec-fetch-site'] !== 'same-origin') return [];
    return cookies.isPresent(request, account.sessionId) ? [] : [cookies.create(account.sessionId)];
  };
  app.addHook('onSend', (request, reply, payload, done) => {
    const list = getCookies(request);
    if (list.length > 0) reply.header('set-cookie', list);
    done(null, payload);
  });
}

import { parseCookie } from 'cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Config, HttpError, notFound, type Services } from 'portal-frame/server';
import {
  createHostCookie,
  createTicket,
  getCookieName,
  parseJson,
  sealSecret,
  unsealSecret,
} from 'portal-frame/server/plugins';
import { getPublicOrigin } from 'portal-frame/server/routes';
import { oidc } from '../plugin.ts';
import { OIDC_CALLBACK, OIDC_START, type OidcRefusal } from '../wire/oidcAddresses.ts';
import { findOidcAccount, OidcRefused } from './oidcAccounts.ts';
import { createOidcClient, type OidcAttempt } from './oidcClient.ts';

/** Time between the identity provider's reply and the portal's last step. */
const TICKET_MS = 60_000;
const COOKIE_SECONDS = 10 * 60;
const OWNER = 'oidc';

const createCookie = (config: Config, name: string, value: string, sameSite: 'lax' | 'strict'): string =>
  createHostCookie(config, { name, value, maxAge: value === '' ? 0 : COOKIE_SECONDS, sameSite, httpOnly: true });

const ATTEMPT = 'oidc-attempt';
const TICKET = 'oidc-ticket';

const readCookie = (config: Config, { headers }: FastifyRequest, name: string) =>
  parseCookie(headers.cookie ?? '')[getCookieName(config, name)] ?? '';

/** Reads the ticket of the identity provider's reply. */
export const readOidcTicket = (config: Config, request: FastifyRequest) => readCookie(config, request, TICKET);

function readAttempt(config: Config, request: FastifyRequest): OidcAttempt | undefined {
  const text = unsealSecret(config, OWNER, readCookie(config, request, ATTEMPT));
  const attempt = text ? (parseJson(text) as OidcAttempt) : undefined;
  return attempt && attempt.expiresAt > Date.now() ? attempt : undefined;
}

/** Leads back to the sign-in page, and clears the cookie of the attempt. */
const leaveTo = (reply: FastifyReply, config: Config, outcome: 'done' | OidcRefusal, cookies: readonly string[] = []) =>
  reply
    .header('set-cookie', [createCookie(config, ATTEMPT, '', 'lax'), ...cookies])
    .redirect(`/signin?${oidc.name}=${outcome}`);

/** True if a page of another site sent the person here: it must not start a sign-in. */
const isFromOtherSite = ({ headers }: FastifyRequest): boolean =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));

async function recordRefusal({ activity }: Services, request: FastifyRequest, { reason, accountId }: OidcRefused) {
  if (!accountId) return;
  const entry = { operation: 'refused' as const, resource: 'session', recordId: accountId };
  await activity.write({
    at: Date.now(),
    accountId,
    address: request.ip,
    details: { asked: 'sign-in', reason },
    ...entry,
  });
}

/**
 * Serves the sign-in by an identity provider (OIDC_*): the redirect to it and its callback. The callback leaves a
 * ticket in a cookie, which the sign-in page redeems with the call `finishOidc`.
 */
export function registerOidc(app: FastifyInstance, services: Services): void {
  const { config } = services;
  if (!config.oidcIssuer) return;
  const client = createOidcClient(config);
  const getOrigin = (request: FastifyRequest) => {
    const origin = getPublicOrigin(config, request);
    if (!origin) throw notFound();
    return origin;
  };
  const failed = (request: FastifyRequest, reply: FastifyReply, cause: unknown) => {
    const { code, message } = cause as { code?: string; message?: string };
    request.log.warn({ code, reason: message, address: request.ip }, 'a sign-in by the identity provider failed');
    return leaveTo(reply, config, code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' ? 'denied' : 'failed');
  };
  const schema = { hide: true } as object;
  app.get(OIDC_START, { schema }, async (request, reply) => {
    if (isFromOtherSite(request)) return reply.redirect('/signin');
    try {
      const { url, attempt } = await client.begin(getOrigin(request) + OIDC_CALLBACK);
      const sealed = sealSecret(config, OWNER, JSON.stringify(attempt));
      return reply.header('set-cookie', createCookie(config, ATTEMPT, sealed, 'lax')).redirect(url.href);
    } catch (cause) {
      if (cause instanceof HttpError) throw cause;
      return failed(request, reply, cause);
    }
  });
  app.get(OIDC_CALLBACK, { schema }, async (request, reply) => {
    const attempt = readAttempt(config, request);
    if (!attempt) return leaveTo(reply, config, 'failed');
    try {
      const claims = await client.finish(new URL(request.url, getOrigin(request)), attempt);
      const { id: accountId } = await findOidcAccount(services, claims);
      const ticket = await createTicket(services.db, { purpose: 'oidc', accountId, lifetime: TICKET_MS });
      return leaveTo(reply, config, 'done', [createCookie(config, TICKET, ticket, 'strict')]);
    } catch (cause) {
      if (!(cause instanceof OidcRefused)) return failed(request, reply, cause);
      await recordRefusal(services, request, cause);
      return leaveTo(reply, config, cause.reason);
    }
  });
}

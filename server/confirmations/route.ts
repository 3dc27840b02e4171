import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { countTry } from '../../frame/server/accounts/attemptLimits.ts';
import { translateServer } from '../../frame/server/base/texts.ts';
import { limitsOfNetwork } from '../../frame/server/calls/guessing.ts';
import { logRefused, refusalOf } from '../../frame/server/http/replies.ts';
import type { Services } from '../../frame/server/services.ts';
import { DECLINE_REASONS } from '../../src/wire/orders.ts';
import { CONFIRMATIONS, pageOf } from './address.ts';
import { answer, askedBy } from './answer.ts';
import { errorPage, pageFor } from './page.ts';
import { STYLE } from './style.ts';

/** Requests per address and minute: many patients may come by one mobile network. */
const MOST_REQUESTS = 120;
/** Answers from a network that lead nowhere, before each further one waits. */
const FREE = 40;
/** Bytes of an answer. */
const BODY_LIMIT = 1024;

/** What the form sends; a reason for `declined` alone. */
const sent = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('confirmed'), prepared: z.literal('yes').optional() }),
  z.object({ answer: z.literal('declined'), reason: z.enum(DECLINE_REASONS) }),
]);

const textsOf = (request: FastifyRequest) => translateServer(request.headers['accept-language']);
const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token;

/**
 * The page that the mail of the evening before leads to: for people without an account, without scripts. To read it
 * changes nothing, as those do who look through mail for bad links; to answer is a POST. No log holds the address, which
 * is the secret: requests are logged by their route.
 */
export function registerConfirmations(app: FastifyInstance, services: Services): void {
  const { config, db } = services;
  if (config.eveningMail === undefined) return;
  const send = (reply: FastifyReply, status: number, html: string) =>
    reply.code(status).type('text/html; charset=utf-8').serializer(String).send(html);
  void app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    pages.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      reply.header('x-robots-tag', 'noindex').header('vary', 'accept-language');
    });
    pages.setErrorHandler<FastifyError>((error, request, reply) => {
      const refusal = refusalOf(error);
      logRefused(request, error, refusal);
      const texts = textsOf(request);
      const { message, code, details } = refusal ?? { message: 'server.internal', code: 500, details: {} };
      if (details.retryAfter !== undefined) reply.header('retry-after', details.retryAfter);
      return send(reply, code, errorPage(texts.say(message, details.args), texts, config));
    });
    const route = {
      schema: { hide: true } as object,
      config: { rateLimit: { max: MOST_REQUESTS, timeWindow: '1 minute' } },
    };
    const path = pageOf(':token(^[\\w-]{43}$)');
    pages.get(`${CONFIRMATIONS}/page.css`, route, (_request, reply) =>
      reply.type('text/css; charset=utf-8').serializer(String).send(STYLE),
    );
    pages.get(path, route, async (request, reply) => {
      const { status, html } = pageFor(await askedBy(services, tokenOf(request)), textsOf(request), config);
      return send(reply, status, html);
    });
    // A link that a mail program cut, or gave a dot too many: nothing of the portal, and no sign-in.
    pages.get(`${CONFIRMATIONS}/*`, route, (request, reply) => {
      const { status, html } = pageFor({ state: 'unknown' }, textsOf(request), config);
      return send(reply, status, html);
    });
    pages.post(path, route, async (request, reply) => {
      const parsed = sent.safeParse(request.body);
      const token = tokenOf(request);
      // A right link waits for nobody's wrong ones: it has 256 random bits.
      if ((await askedBy(services, token)).state === 'unknown')
        await countTry(db, limitsOfNetwork('visit confirmation', request, FREE));
      if (!parsed.success) {
        const { status, html } = pageFor(await askedBy(services, token), textsOf(request), config, true);
        return send(reply, status, html);
      }
      const { data } = parsed;
      const given = data.answer === 'confirmed' ? { answer: data.answer, prepared: data.prepared === 'yes' } : data;
      const asked = await answer(services, request, token, given);
      const { status, html } = pageFor(asked, textsOf(request), config);
      return send(reply, status, html);
    });
  });
}

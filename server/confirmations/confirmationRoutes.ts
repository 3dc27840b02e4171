import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { countAttempt } from '../../frame/server/accounts/attemptLimits.ts';
import { getServerTexts } from '../../frame/server/base/serverTexts.ts';
import { createNetworkLimits } from '../../frame/server/calls/signInLimits.ts';
import { logRequestError, toHttpError } from '../../frame/server/http/replies.ts';
import { createSecretLimit } from '../../frame/server/http/secretLimit.ts';
import type { Services } from '../../frame/server/services.ts';
import { DECLINE_REASONS } from '../../src/wire/orderApi.ts';
import { confirmationBy } from '../store/visitConfirmations.ts';
import { findConfirmation, saveAnswer } from './confirmationAnswer.ts';
import { renderConfirmationPage, renderErrorPage } from './confirmationPage.ts';
import { CONFIRMATION_PATH, toConfirmationPath } from './confirmationPath.ts';
import { PAGE_STYLE } from './pageStyle.ts';

const FREE_WRONG_LINKS = 40;
const BODY_LIMIT = 1024;

const answerSchema = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('confirmed'), prepared: z.literal('yes').optional() }),
  z.object({ answer: z.literal('declined'), reason: z.enum(DECLINE_REASONS) }),
]);

const getTexts = (request: FastifyRequest) => getServerTexts(request.headers['accept-language']);
const getToken = (request: FastifyRequest) => (request.params as { token?: string }).token ?? '';

/**
 * Serves the page that the evening mail links to, without account and scripts.
 * GET changes nothing, since mail scanners follow links; answers are POST. Logs contain routes only, never the secret
 * address.
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
      const refusal = toHttpError(error);
      logRequestError(request, error, refusal);
      const texts = getTexts(request);
      const { message, status, details } = refusal ?? { message: 'server.internal', status: 500, details: {} };
      if (details.retryAfter !== undefined) reply.header('retry-after', details.retryAfter);
      return send(reply, status, renderErrorPage(texts.formatMessage(message, details.args), texts, config));
    });
    const route = {
      schema: { hide: true } as object,
      config: createSecretLimit(async (request) => (await confirmationBy(db, getToken(request)))?.appointment_id),
    };
    const path = toConfirmationPath(':token(^[\\w-]{43}$)');
    pages.get(`${CONFIRMATION_PATH}/page.css`, { schema: route.schema }, (_request, reply) =>
      reply.type('text/css; charset=utf-8').serializer(String).send(PAGE_STYLE),
    );
    pages.get(path, route, async (request, reply) => {
      const { status, html } = renderConfirmationPage(
        await findConfirmation(services, getToken(request)),
        getTexts(request),
        config,
      );
      return send(reply, status, html);
    });
    // Mail programs may cut links: show a message instead of the sign-in.
    pages.get(`${CONFIRMATION_PATH}/*`, route, (request, reply) => {
      const { status, html } = renderConfirmationPage({ state: 'unknown' }, getTexts(request), config);
      return send(reply, status, html);
    });
    pages.post(path, route, async (request, reply) => {
      const parsed = answerSchema.safeParse(request.body);
      const token = getToken(request);
      // Valid links are not limited: a token has 256 random bits.
      if ((await findConfirmation(services, token)).state === 'unknown')
        await countAttempt(db, createNetworkLimits('visit confirmation', request, FREE_WRONG_LINKS));
      if (!parsed.success) {
        const { status, html } = renderConfirmationPage(
          await findConfirmation(services, token),
          getTexts(request),
          config,
          true,
        );
        return send(reply, status, html);
      }
      const { data } = parsed;
      const given = data.answer === 'confirmed' ? { answer: data.answer, prepared: data.prepared === 'yes' } : data;
      const asked = await saveAnswer(services, request, token, given);
      const { status, html } = renderConfirmationPage(asked, getTexts(request), config);
      return send(reply, status, html);
    });
  });
}

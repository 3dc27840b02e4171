import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createNetworkLimits, createSecretLimit, logRequestError, toHttpError } from 'portal-frame/internal/records';
import { getServerTexts, type Services } from 'portal-frame/server';
import { countAttempt } from 'portal-frame/server/accounts';
import { z } from 'zod';
import { DECLINE_REASONS } from '../../src/wire/orderApi.ts';
import { CONFIRMATION_PATH, toConfirmationPath } from '../confirmations/confirmationPath.ts';
import { confirmationBy } from '../store/visitConfirmations.ts';
import { findConfirmation, type PatientAnswer, saveAnswer } from './confirmationAnswer.ts';
import { type RenderedPage, renderConfirmationPage, renderErrorPage } from './confirmationPage.ts';
import { PAGE_STYLE } from './pageStyle.ts';
import { changeVisit, type PatientChange } from './visitChange.ts';

const FREE_WRONG_LINKS = 40;
const BODY_LIMIT = 1024;

const answerSchema = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('confirmed'), prepared: z.literal('yes').optional() }),
  z.object({ answer: z.enum(['declined', 'cancelled']), reason: z.enum(DECLINE_REASONS) }),
  z.object({ answer: z.literal('moved'), at: z.string().regex(/^\d{1,15}$/) }),
]);

const getTexts = (request: FastifyRequest) => getServerTexts(request.headers['accept-language']);
const getToken = (request: FastifyRequest) => (request.params as { token?: string }).token ?? '';

const send = (reply: FastifyReply, { status, html }: RenderedPage) =>
  reply.code(status).type('text/html; charset=utf-8').serializer(String).send(html);

function handleErrors(pages: FastifyInstance, config: Services['config']): void {
  pages.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = toHttpError(error);
    logRequestError(request, error, refusal);
    const texts = getTexts(request);
    const { message, status, details } = refusal ?? { message: 'server.internal', status: 500, details: {} };
    if (details.retryAfter !== undefined) reply.header('retry-after', details.retryAfter);
    const html = renderErrorPage(texts.formatMessage(message, details.args), texts, config);
    return send(reply, { status, html });
  });
}

/** Saves the answer of a form, and renders the page again if it is invalid. */
async function answerQuestion(services: Services, request: FastifyRequest): Promise<RenderedPage> {
  const { config, db } = services;
  const { data } = answerSchema.safeParse(request.body);
  const token = getToken(request);
  const asked = await findConfirmation(services, token);
  // Valid links are not limited: a token has 256 random bits.
  if (asked.state === 'unknown')
    await countAttempt(db, createNetworkLimits('visit confirmation', request, FREE_WRONG_LINKS));
  if (!data) return renderConfirmationPage(asked, getTexts(request), config, 'choose');
  if (data.answer === 'moved' || data.answer === 'cancelled') {
    const change = data.answer === 'moved' ? { answer: data.answer, at: Number(data.at) } : data;
    const refused = await changeVisit(services, request, token, change as PatientChange);
    return renderConfirmationPage(await findConfirmation(services, token), getTexts(request), config, refused);
  }
  const given = data.answer === 'confirmed' ? { answer: data.answer, prepared: data.prepared === 'yes' } : data;
  const answered = await saveAnswer(services, request, token, given as PatientAnswer);
  return renderConfirmationPage(answered, getTexts(request), config);
}

/**
 * Serves the page that the evening mail links to, without account and scripts.
 * GET changes nothing, since mail scanners follow links; answers are POST. Logs contain routes only, never the secret
 * address.
 */
export function registerConfirmations(app: FastifyInstance, services: Services): void {
  const { config } = services;
  if (config.eveningMail === undefined) return;
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
    handleErrors(pages, config);
    const route = {
      schema: { hide: true } as object,
      config: createSecretLimit(
        async (request) => (await confirmationBy(services.db, getToken(request)))?.appointment_id,
      ),
    };
    const path = toConfirmationPath(':token(^[\\w-]{43}$)');
    pages.get(`${CONFIRMATION_PATH}/page.css`, { schema: route.schema }, (_request, reply) =>
      reply.type('text/css; charset=utf-8').serializer(String).send(PAGE_STYLE),
    );
    pages.get(path, route, async (request, reply) => {
      const asked = await findConfirmation(services, getToken(request));
      return send(reply, renderConfirmationPage(asked, getTexts(request), config));
    });
    // Mail programs may cut links: show a message instead of the sign-in.
    pages.get(`${CONFIRMATION_PATH}/*`, route, (request, reply) =>
      send(reply, renderConfirmationPage({ state: 'unknown' }, getTexts(request), config)),
    );
    pages.post(path, route, async (request, reply) => send(reply, await answerQuestion(services, request)));
  });
}

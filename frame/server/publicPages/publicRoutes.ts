import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getPublicRole, type Role } from '../../wire/roles.ts';
import { countAttempt } from '../accounts/countAttempts.ts';
import { HttpError } from '../base/httpError.ts';
import { getNetwork } from '../base/network.ts';
import { LINK_PATH } from '../base/recordLink.ts';
import { getServerTexts, type RequestTexts } from '../base/serverTexts.ts';
import { createNetworkLimits } from '../calls/signInLimits.ts';
import { logRequestError, toHttpError } from '../http/replies.ts';
import { createSecretLimit } from '../http/secretAddressLimit.ts';
import type { Services } from '../services.ts';
import { ASSETS, html, PAGE_STYLE, renderLayout } from './html.ts';
import { findLinkedRecord, renderLinkPage, runLinkTransition } from './linkPage.ts';
import { type RenderedPage, renderFormPage, renderListPage, sendForm } from './rolePages.ts';
import { FORM_SCRIPT } from './spamProtection.ts';

const BODY_LIMIT = 64 * 1024;
const MAX_FIELDS = 200;
const MAX_REQUESTS_PER_MINUTE = 120;
const FREE_WRONG_LINKS = 40;

const getTexts = (request: FastifyRequest): RequestTexts => getServerTexts(request.headers['accept-language']);

/** Returns the sender name of the business's mail, else the name of the app. */
function getBusinessName({ mailFrom }: Services['config'], { translate }: RequestTexts): string {
  const [name = '', address] = mailFrom.split('<');
  return (address && name.replaceAll('"', '').trim()) || translate('app.name');
}

/** Reads a form. Throws an HttpError (400) at too many fields. */
function readForm(body: unknown): Record<string, string> {
  const fields = [...new URLSearchParams(typeof body === 'string' ? body : '')];
  if (fields.length > MAX_FIELDS) throw new HttpError(400, 'server.badRequest');
  return Object.fromEntries(fields);
}

function send(services: Services, request: FastifyRequest, reply: FastifyReply, page: RenderedPage) {
  const texts = getTexts(request);
  const body = renderLayout({ ...page, business: getBusinessName(services.config, texts) }, texts);
  return reply.code(page.status).type('text/html; charset=utf-8').serializer(String).send(body);
}

/** Answers errors with a page in the language of the browser. */
function handleErrors(pages: FastifyInstance, services: Services): void {
  pages.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = toHttpError(error) ?? new HttpError(500, 'server.internal');
    logRequestError(request, error, refusal.status === 500 ? null : refusal);
    const { args, retryAfter } = refusal.details;
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    const title = getTexts(request).translate('public.error');
    const message = getTexts(request).formatMessage(refusal.message, args);
    const content = html`<h1>${title}</h1><p role="alert" class="error">${message}</p>`;
    return send(services, request, reply, { status: refusal.status, title, content });
  });
}

function registerAssets(pages: FastifyInstance, hidden: object): void {
  const files = { 'page.css': ['text/css', PAGE_STYLE], 'proof.js': ['text/javascript', FORM_SCRIPT] } as const;
  for (const [name, [type, text]] of Object.entries(files))
    pages.get(`${ASSETS}/${name}`, { schema: hidden }, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').serializer(String).send(text),
    );
}

/** Registers the lists and forms of the public role. */
function registerRolePages(pages: FastifyInstance, services: Services, schema: object): void {
  const role = getPublicRole();
  const keyGenerator = ({ ip }: FastifyRequest) => getNetwork(ip);
  const config = { rateLimit: { max: MAX_REQUESTS_PER_MINUTE, timeWindow: '1 minute', keyGenerator } };
  for (const { resource } of role ? services.collections : []) {
    const { list, form } = resource.roles[role as Role] ?? {};
    if (list)
      pages.get(list, { schema, config }, async (request, reply) => {
        const { page = '1' } = request.query as { page?: string };
        return send(services, request, reply, await renderListPage(services, resource, page, getTexts(request)));
      });
    if (!form) continue;
    pages.get(form, { schema, config }, async (request, reply) =>
      send(services, request, reply, await renderFormPage(services, resource, getTexts(request))),
    );
    pages.post(form, { schema, config }, async (request, reply) =>
      send(
        services,
        request,
        reply,
        await sendForm(services, request, resource, readForm(request.body), getTexts(request)),
      ),
    );
  }
}

/** Registers the pages of magic links. GET changes nothing, since mail scanners follow links. */
function registerLinkPages(pages: FastifyInstance, services: Services, schema: object): void {
  const getToken = (request: FastifyRequest) => (request.params as { token?: string }).token ?? '';
  const config = createSecretLimit(async (request) => {
    const found = await findLinkedRecord(services, getToken(request));
    return found && `${found.resource.name} ${found.record.id}`;
  });
  const find = async (request: FastifyRequest) => {
    const found = await findLinkedRecord(services, getToken(request));
    // Valid links are not limited: their signature has 256 bits.
    if (!found) await countAttempt(services.db, createNetworkLimits('record link', request, FREE_WRONG_LINKS));
    return found;
  };
  const noIndex = async (_request: FastifyRequest, reply: FastifyReply) => void reply.header('x-robots-tag', 'noindex');
  const options = { schema, config, onRequest: noIndex };
  pages.get(`${LINK_PATH}/:token`, options, async (request, reply) =>
    send(services, request, reply, await renderLinkPage(services, await find(request), getTexts(request))),
  );
  pages.post(`${LINK_PATH}/:token`, options, async (request, reply) => {
    const [found, form, texts] = [await find(request), readForm(request.body), getTexts(request)];
    return send(services, request, reply, await runLinkTransition(services, request, found, form, texts));
  });
}

/** Registers public pages and magic links: HTML without sign-in, cookies or the portal's scripts. */
export function registerPublicPages(app: FastifyInstance, services: Services): void {
  const hasLinks = services.collections.some(({ resource }) => resource.links);
  if (!getPublicRole() && !hasLinks) return;
  void app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    );
    pages.addHook('onRequest', async (_request, reply) => {
      reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .header('vary', 'accept-language');
    });
    handleErrors(pages, services);
    const hidden = { hide: true };
    registerAssets(pages, hidden);
    registerRolePages(pages, services, hidden);
    registerLinkPages(pages, services, hidden);
  });
}

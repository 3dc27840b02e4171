import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from 'portal-frame';
import { getBusinessName, getServerTexts, HttpError, type RequestTexts, type Services } from 'portal-frame/server';
import { countAttempt } from 'portal-frame/server/accounts';
import { createNetworkLimits, getNetwork } from 'portal-frame/server/plugins';
import { createSecretLimit, logRequestError } from 'portal-frame/server/routes';
import { ASSETS, LINK_PATH } from '../publicPaths.ts';
import { html, PAGE_STYLE, renderLayout } from './html.ts';
import { findLinkedRecord, type LinkedRecord, renderLinkPage, runLinkTransition } from './linkPage.ts';
import { definePublicLink, type LinkRequest, type PublicLink, type RenderedPage } from './publicLink.ts';
import { renderFormPage, renderListPage, sendForm } from './rolePages.ts';
import { FORM_SCRIPT } from './spamProtection.ts';

const BODY_LIMIT = 64 * 1024;
const MAX_FIELDS = 200;
const MAX_REQUESTS_PER_MINUTE = 120;
const FREE_WRONG_LINKS = 40;

const getTexts = (request: FastifyRequest): RequestTexts => getServerTexts(request.headers['accept-language']);

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
    const refusal = logRequestError(request, error);
    const { args, retryAfter } = refusal.details;
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    const { title: getTitle } = request.routeOptions.config as Partial<PublicLink<unknown>>;
    const title = getTitle?.(getTexts(request)) ?? getTexts(request).translate('public.error');
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
  const role = services.app.roles.public;
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

const recordLink = definePublicLink<LinkedRecord>({
  path: LINK_PATH,
  find: findLinkedRecord,
  getKey: ({ resource, record }) => `${resource.name} ${record.id}`,
  render: ({ services, found, texts }) => renderLinkPage(services, found, texts),
  submit: ({ services, request, found, texts }, form) => runLinkTransition(services, request, found, form, texts),
});

/** Registers the pages of magic links. GET changes nothing, since mail scanners follow links. */
function registerLink(pages: FastifyInstance, services: Services, schema: object, link: PublicLink<unknown>): void {
  const getToken = (request: FastifyRequest) => (request.params as { token?: string }).token ?? '';
  const limit = createSecretLimit(async (request) => {
    const found = await link.find(services, getToken(request));
    return found === undefined ? undefined : link.getKey(found);
  });
  const read = async (request: FastifyRequest): Promise<LinkRequest<unknown>> => {
    const token = getToken(request);
    const found = await link.find(services, token);
    // Valid links are not limited: their secret has 256 bits.
    if (found === undefined)
      await countAttempt(services.db, createNetworkLimits(`link ${link.path}`, request, FREE_WRONG_LINKS));
    return { services, request, texts: getTexts(request), token, found };
  };
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) =>
    void reply.header('x-robots-tag', 'noindex');
  const options = { schema, config: { ...limit, title: link.title }, onRequest };
  // Mail programs may cut links: the second address shows a message instead of the sign-in.
  for (const path of [`${link.path}/:token`, `${link.path}/*`])
    pages.get(path, options, async (request, reply) =>
      send(services, request, reply, await link.render(await read(request))),
    );
  pages.post(`${link.path}/:token`, options, async (request, reply) => {
    const [asked, form] = [await read(request), readForm(request.body)];
    return send(services, request, reply, await link.submit(asked, form));
  });
}

/** Registers public pages and magic links: HTML without sign-in, cookies or the portal's scripts. */
export function registerPublicPages(app: FastifyInstance, services: Services): void {
  const hasLinks = services.collections.some(({ resource }) => resource.links);
  const own = (services.app.plugins ?? [])
    .flatMap(({ publicLinks = [] }) => publicLinks)
    .filter(({ isOn }) => isOn?.(services.config) ?? true);
  const links = [...(hasLinks ? [recordLink] : []), ...own];
  if (!services.app.roles.public && links.length === 0) return;
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
    for (const link of links) registerLink(pages, services, hidden, link);
  });
}

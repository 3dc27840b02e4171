import type { FastifyRequest } from 'fastify';
import type { AnyResource, Role } from 'portal-frame';
import { type EntryConfig, getVisibleEntries } from 'portal-frame/plugin';
import {
  HttpError,
  notFound,
  type RecordsContext,
  type RequestTexts,
  records,
  type Sentence,
  type Services,
} from 'portal-frame/server';
import { formatValue, mayRead, type RecordValues } from 'portal-frame/server/plugins';
import {
  type FormValues,
  getDefaultTexts,
  getFieldLabel,
  listInputs,
  readFormValues,
  renderInput,
  translateText,
} from './formFields.ts';
import { type Html, html } from './html.ts';
import type { RenderedPage } from './publicLink.ts';
import { createFormToken, PROOF_BITS, PROOF_FIELD, refuseSpam, TOKEN_FIELD, TRAP_FIELD } from './spamProtection.ts';

const PAGE_SIZE = 50;
const MAX_PAGE = 10_000;

/** Creates the context of people without sign-in: their role alone decides. */
export function createPublicContext(services: Services, request?: FastifyRequest): RecordsContext {
  const role = services.app.roles.public as Role;
  return {
    ...{ services, account: { id: '', role, sessionId: '', reauthenticatedAt: 0 }, actor: role },
    ...(request && { request }),
  };
}

const getAccess = ({ app }: Services, { roles }: AnyResource) => roles[app.roles.public as Role];
const getName = ({ name, label }: AnyResource, count: number, texts: RequestTexts) =>
  label
    ? translateText(count === 1 ? label.one : label.many, texts)
    : texts.translate(`resources.${name}.name`, { smart_count: count, _: name });

/** Renders a page of a public list: the columns that the role sees, in the order of the list. */
export async function renderListPage(
  services: Services,
  resource: AnyResource,
  asked: string,
  texts: RequestTexts,
): Promise<RenderedPage> {
  const role = services.app.roles.public as Role;
  const page = Number(asked);
  if (!/^\d{1,5}$/.test(asked) || page < 1 || page > MAX_PAGE) throw notFound();
  const columns = getVisibleEntries<EntryConfig<string>>(resource.list.columns as EntryConfig<string>[], role).filter(
    ({ field }) => mayRead(resource, role, field),
  );
  const fields = columns.map(({ field }) => field);
  const { records: found, totalPages } = await records(createPublicContext(services)).find(resource.name, {
    ...{ page, perPage: PAGE_SIZE },
  });
  const labels = columns.map((entry) => getFieldLabel(resource, entry, texts));
  const toAlign = (name: string) => resource.fields[name]?.kind.align === 'right' && html` class="right"`;
  const rows = (found as RecordValues[]).map((record) => {
    const cells = fields.map((name, at) => {
      const text = formatValue(resource, record, name, texts, services.config.timeZone);
      return html`<td data-label="${labels[at]}"${toAlign(name)}>${text}</td>`;
    });
    return html`<tr>${cells}</tr>`;
  });
  const { list, form } = getAccess(services, resource) ?? {};
  const toPage = (number: number, key: string) =>
    html`<a href="${list}?page=${number}" rel="${key}">${texts.translate(`public.${key}`)}</a>`;
  const title = getName(resource, 2, texts);
  const content = html`<h1>${title}</h1>
${rows.length > 0 ? html`<table class="rows"><thead><tr>${labels.map((label, at) => html`<th${toAlign(fields[at] ?? '')}>${label}</th>`)}</tr></thead><tbody>${rows}</tbody></table>` : html`<p>${texts.translate('public.empty')}</p>`}
${totalPages > 1 && html`<nav>${page > 1 ? toPage(page - 1, 'prev') : html`<span></span>`}<span>${page} / ${totalPages}</span>${page < totalPages ? toPage(page + 1, 'next') : html`<span></span>`}</nav>`}
${form && html`<p><a href="${form}">${getFormTitle(resource, texts)}</a></p>`}`;
  return { status: 200, title, content, wide: true };
}

const getFormTitle = (resource: AnyResource, texts: RequestTexts) =>
  resource.create?.title ? translateText(resource.create.title, texts) : getName(resource, 1, texts);

/** Renders a public form, with what was sent and why it was refused. */
export async function renderFormPage(
  services: Services,
  resource: AnyResource,
  texts: RequestTexts,
  refused?: FormValues & { message?: string; status?: number },
): Promise<RenderedPage> {
  const role = services.app.roles.public as Role;
  const context = createPublicContext(services);
  const inputs: Html[] = [];
  const entries = listInputs(resource, role);
  const sent = refused ?? { values: getDefaultTexts(resource, entries), errors: {}, message: undefined, status: 200 };
  for (const entry of entries) inputs.push(await renderInput(context, resource, entry, sent, texts));
  const { form = '', list } = getAccess(services, resource) ?? {};
  const title = getFormTitle(resource, texts);
  const content = html`<h1>${title}</h1>
${sent.message && html`<p role="alert" class="error">${sent.message}</p>`}
<form method="post" action="${form}" data-proof="${PROOF_BITS}">
<input type="hidden" name="${TOKEN_FIELD}" value="${createFormToken(services.config, form)}">
<input type="hidden" name="${PROOF_FIELD}">
<div class="trap" aria-hidden="true"><label for="${TRAP_FIELD}">Website</label><input id="${TRAP_FIELD}" name="${TRAP_FIELD}" tabindex="-1" autocomplete="off"></div>
${inputs}
<noscript><p class="error">${texts.translate('public.needsScript')}</p></noscript>
<button>${texts.translate('public.send')}</button>
</form>
${list && html`<p><a href="${list}">${getName(resource, 2, texts)}</a></p>`}`;
  return { status: sent.status ?? 200, title, content, hasForm: true };
}

function renderThanks(resource: AnyResource, texts: RequestTexts): RenderedPage {
  const title = texts.translate('public.thanks');
  const success = resource.create?.success;
  const text = success ? translateText(success, texts) : texts.translate('public.received');
  return { status: 200, title, content: html`<h1>${title}</h1><p role="status" class="good">${text}</p>` };
}

/** Formats the refusal of a form: a message, and messages at its fields. */
export function formatRefusal(refusal: HttpError, names: readonly string[], texts: RequestTexts) {
  const { args, errors = {} } = refusal.details;
  const format = (one: string | Sentence) =>
    typeof one === 'string' ? texts.formatMessage(one, args) : texts.formatMessage(one.message, one.args ?? args);
  const shown = Object.entries(errors).filter(([name]) => names.includes(name));
  const message = shown.length > 0 ? texts.translate('public.check') : texts.formatMessage(refusal.message, args);
  return { message, errors: Object.fromEntries(shown.map(([name, one]) => [name, format(one)])) };
}

/** Creates the record of a form. Renders the form again if it was refused. */
export async function sendForm(
  services: Services,
  request: FastifyRequest,
  resource: AnyResource,
  sent: Readonly<Record<string, string>>,
  texts: RequestTexts,
): Promise<RenderedPage> {
  // A program believes that it was heard.
  if (sent[TRAP_FIELD]) return renderThanks(resource, texts);
  const entries = listInputs(resource, services.app.roles.public as Role);
  try {
    await refuseSpam(services, request, getAccess(services, resource)?.form ?? '', sent);
    const values = readFormValues(resource, entries, sent);
    await records(createPublicContext(services, request)).create(resource.name, values);
    return renderThanks(resource, texts);
  } catch (cause) {
    if (!(cause instanceof HttpError) || ![400, 409].includes(cause.status)) throw cause;
    const names = entries.map(({ field }) => field);
    const refused = { values: sent, status: cause.status, ...formatRefusal(cause, names, texts) };
    return renderFormPage(services, resource, texts, refused);
  }
}

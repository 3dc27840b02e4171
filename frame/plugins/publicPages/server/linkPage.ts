import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { AnyResource } from 'portal-frame';
import { type EntryConfig, getVisibleEntries } from 'portal-frame/plugin';
import { SYSTEM_ROLE } from 'portal-frame/roles';
import { HttpError, notFound, type RequestTexts, records, type Services, systemContext } from 'portal-frame/server';
import { fillTemplate, formatValue, type RecordValues, splitWords } from 'portal-frame/server/plugins';
import type { LinkConfig } from '../linkConfig.ts';
import { type FormValues, getFieldLabel, readFormValues, renderInput, translateText } from './formFields.ts';
import { type Html, html } from './html.ts';
import type { RenderedPage } from './publicLink.ts';
import { readLinkToken } from './recordLink.ts';
import { formatRefusal } from './rolePages.ts';

/** The record of a link. */
export interface LinkedRecord {
  resource: AnyResource;
  name: string;
  link: LinkConfig;
  record: RecordValues;
}

/** Finds the record of a link. Undefined if it is not ours, has ended, or its record is gone or does not match. */
export async function findLinkedRecord(services: Services, token: string): Promise<LinkedRecord | undefined> {
  const read = readLinkToken(services.config, token);
  if (!read || !(read.expiresAt > Date.now())) return undefined;
  const resource = services.collections.find((one) => one.resource.name === read.resource)?.resource;
  const link = resource?.links?.[read.link];
  if (!resource || !link) return undefined;
  const record = await findMatching(services, resource, link, read.recordId);
  return record && { resource, name: read.link, link, record };
}

/** Finds a record by id if it matches the condition of the link. */
async function findMatching(services: Services, { name }: AnyResource, link: Pick<LinkConfig, 'where'>, id: string) {
  const where = { and: [{ id }, link.where ?? {}] };
  const { records: found } = await records(systemContext(services)).find(name, { where, perPage: 1 });
  return found[0] as RecordValues | undefined;
}

/** Lists the transitions of a link that the state of the record allows now. */
function listTransitions({ resource: { states }, link, record }: LinkedRecord): string[] {
  if (!states) return [];
  const now = record[states.field];
  return (link.transitions ?? []).filter((name) => [states.transitions[name]?.from].flat().includes(now as string));
}

const getTransition = ({ states }: AnyResource, name: string) => states?.transitions[name];
const listTransitionInputs = (resource: AnyResource, name: string) =>
  getVisibleEntries<EntryConfig<string>>(getTransition(resource, name)?.inputs ?? [], SYSTEM_ROLE);

function getTransitionLabel(resource: AnyResource, name: string, texts: RequestTexts): string {
  const label = getTransition(resource, name)?.label;
  return label
    ? translateText(label, texts)
    : texts.translate(`resources.${resource.name}.actions.${name}`, { _: splitWords(name) });
}

type Sent = FormValues & { action?: string; message?: string; done?: boolean; status?: number };

async function renderTransition(
  services: Services,
  { resource }: LinkedRecord,
  name: string,
  sent: Sent,
  texts: RequestTexts,
): Promise<Html> {
  const own = sent.action === name ? sent : { values: {}, errors: {} };
  const inputs: Html[] = [];
  for (const entry of listTransitionInputs(resource, name)) {
    const required = { ...entry, required: entry.required ?? true };
    inputs.push(await renderInput(systemContext(services), resource, required, own, texts));
  }
  return html`<form method="post"><input type="hidden" name="_action" value="${name}">${inputs}
<button>${getTransitionLabel(resource, name, texts)}</button></form>`;
}

function renderEnded(texts: RequestTexts): RenderedPage {
  const title = texts.translate('public.linkEnded');
  const content = html`<h1>${title}</h1><p role="status">${texts.translate('public.linkEndedText')}</p>`;
  return { status: 404, title, content };
}

/** Renders the page of a link: the fields that it shows, and a form for each transition. */
export async function renderLinkPage(
  services: Services,
  found: LinkedRecord | undefined,
  texts: RequestTexts,
  sent: Sent = { values: {}, errors: {} },
): Promise<RenderedPage> {
  if (!found) return renderEnded(texts);
  const { resource, name, link, record } = found;
  const show = (field: string) => formatValue(resource, record, field, texts, services.config.timeZone);
  const fallback = fillTemplate(resource.title, record, show);
  const title = link.title
    ? translateText(link.title, texts)
    : texts.translate(`resources.${resource.name}.links.${name}`, { _: fallback });
  const lines = link.fields.flatMap((field) => {
    const text = show(field);
    return text ? [html`<dt>${getFieldLabel(resource, { field }, texts)}</dt><dd>${text}</dd>`] : [];
  });
  const forms: Html[] = [];
  for (const one of listTransitions(found)) forms.push(await renderTransition(services, found, one, sent, texts));
  const content = html`<h1>${title}</h1>
${sent.message && html`<p role="${sent.done ? 'status' : 'alert'}" class="${sent.done ? 'good' : 'error'}">${sent.message}</p>`}
<dl>${lines}</dl>
${forms}`;
  return { status: sent.status ?? 200, title, content };
}

/** Runs a transition of a link on behalf of its holder. */
export async function runLinkTransition(
  services: Services,
  request: FastifyRequest,
  found: LinkedRecord | undefined,
  form: Readonly<Record<string, string>>,
  texts: RequestTexts,
): Promise<RenderedPage> {
  if (!found) return renderEnded(texts);
  const { resource, name, link, record } = found;
  const { _action: action = '' } = form;
  if (!link.transitions?.includes(action)) throw notFound();
  const entries = listTransitionInputs(resource, action);
  const context = { ...systemContext(services, `link ${resource.name}.${name}`), request };
  let values: Readonly<Record<string, unknown>> = {};
  try {
    values = readFormValues(resource, entries, form);
    await records(context).transition(resource.name, String(record.id), action, values);
  } catch (cause) {
    if (!(cause instanceof HttpError) || ![400, 409].includes(cause.status)) throw cause;
    if (cause.status === 409 && (await isRepeated(services, found, action, values)))
      return renderDone(services, found, action, texts);
    const names = entries.map(({ field }) => field);
    const refused = { action, values: form, status: cause.status, ...formatRefusal(cause, names, texts) };
    return renderLinkPage(services, (await reread(services, found)) ?? found, texts, refused);
  }
  return renderDone(services, found, action, texts);
}

/** True if the transition was made before with the same values, for example by the first click of two. */
async function isRepeated(
  services: Services,
  { resource, record }: LinkedRecord,
  action: string,
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const to = getTransition(resource, action)?.to;
  const made = { ...values, ...(resource.states && { [resource.states.field]: to }) };
  const now = await findMatching(services, resource, {}, String(record.id));
  return now !== undefined && Object.entries(made).every(([field, value]) => isDeepStrictEqual(now[field], value));
}

/** Renders the success of a transition. */
async function renderDone(
  services: Services,
  found: LinkedRecord,
  action: string,
  texts: RequestTexts,
): Promise<RenderedPage> {
  const after = await reread(services, found);
  const success = getTransition(found.resource, action)?.success;
  const message = success ? translateText(success, texts) : texts.translate('public.done');
  if (after) return renderLinkPage(services, after, texts, { values: {}, errors: {}, message, done: true });
  const title = texts.translate('public.thanks');
  return { status: 200, title, content: html`<h1>${title}</h1><p role="status" class="good">${message}</p>` };
}

/** Reads the record again; undefined if the link has ended for it. */
async function reread(services: Services, found: LinkedRecord): Promise<LinkedRecord | undefined> {
  const record = await findMatching(services, found.resource, found.link, String(found.record.id));
  return record && { ...found, record };
}

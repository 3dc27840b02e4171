import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from 'portal-frame';
import { type Account, HttpError, notFound, type Services } from 'portal-frame/server';
import { authenticate, createRequestActivity, getPublicOrigin } from 'portal-frame/server/routes';
import { API_ROOT, EXPORT_PAGE_SIZE } from 'portal-frame/wire';
import { z } from 'zod';
import { appointmentType } from './appointment.ts';
import { createCapabilityStatement } from './capabilityStatement.ts';
import type { FhirType } from './fhirType.ts';
import { FHIR_JSON, sendOutcome } from './operationOutcome.ts';
import { parsePageSize, rejectUnsupported } from './searchParameters.ts';
import { serviceRequestType } from './serviceRequest.ts';
import { specimenType } from './specimen.ts';

const FHIR_ROOT = `${API_ROOT}/fhir`;
const TYPES: readonly FhirType[] = [appointmentType, serviceRequestType, specimenType];

interface FhirQuery extends Record<string, unknown> {
  _count?: string;
  _page?: string;
  _format?: string;
}

const describeResource = (type: string, description: string) => ({
  description,
  content: { 'application/fhir+json': { schema: z.looseObject({ resourceType: z.literal(type) }) } },
});
const outcome = describeResource('OperationOutcome', 'Refused: issue[0].diagnostics says why.');
const describeRoute = (
  operationId: string,
  summary: string,
  type: string,
  { roles, ...asked }: { roles?: readonly Role[] } & Record<string, unknown> = {},
) => ({
  operationId,
  summary,
  tags: ['fhir'],
  description: `FHIR R4 (4.0.1), ${type} as application/fhir+json. Open to: ${roles ? `${roles.join(', ')}, each their own` : 'everybody'}.`,
  security: roles ? [{ token: [] }] : [],
  ...asked,
  response: { 200: describeResource(type, type), default: outcome },
});

/** Without PUBLIC_URL a path only, since clients control the Host header. */
const getBaseUrl = (request: FastifyRequest, config: Services['config']) =>
  (getPublicOrigin(config, request) ?? '') + FHIR_ROOT;

const send = (reply: FastifyReply, body: unknown) => reply.type(FHIR_JSON).send(body);

function rejectFormat({ query, headers }: FastifyRequest): void {
  const { _format = '' } = query as FhirQuery;
  const format = String(_format) || headers.accept || '';
  if (/xml|turtle/.test(format) && !/json|\*\/\*/.test(format)) throw new HttpError(406, 'fhir.format');
}

/** Answers a search with a Bundle of one page; `ids` and `filters` are for the activity entry. */
async function searchPage(
  offered: FhirType,
  query: FhirQuery,
  request: FastifyRequest,
  account: Account,
  services: Services,
) {
  const pageSize = parsePageSize(query);
  const found = pageSize === 0 ? [] : await offered.find(query, account, services, pageSize);
  const page = found.slice(0, pageSize).flatMap(({ resource, ...rest }) => (resource ? { ...rest, resource } : []));
  const resources = page.map(({ resource }) => resource);
  const next = found.length > pageSize ? found[pageSize - 1]?.token : undefined;
  const total = pageSize === 0 ? await offered.count(query, account, services) : undefined;
  const base = `${getBaseUrl(request, services.config)}/${offered.type}`;
  const names = Object.keys(offered.parameters);
  const link = (relation: string, page = query._page) => {
    const asked = new URLSearchParams();
    for (const name of names) for (const value of [query[name] ?? []].flat()) asked.append(name, String(value));
    asked.set('_count', String(pageSize));
    if (page !== undefined) asked.set('_page', page);
    return { relation, url: `${base}?${asked}` };
  };
  return {
    resources,
    ids: [...new Set(page.map(({ record, resource }) => record ?? String(resource.id)))],
    filters: Object.fromEntries(names.filter((name) => name !== '_id').map((name) => [name, query[name]])),
    bundle: {
      resourceType: 'Bundle',
      type: 'searchset',
      ...(total !== undefined && { total }),
      link: [link('self'), ...(next === undefined ? [] : [link('next', next)])],
      // FHIR forbids empty lists.
      ...(resources.length > 0 && {
        entry: resources.map((one) => ({ fullUrl: `${base}/${one.id}`, resource: one, search: { mode: 'match' } })),
      }),
    },
  };
}

function parseForm(body: string): Record<string, string | string[]> {
  const form = new URLSearchParams(body);
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}

function registerType(fhir: FastifyInstance, services: Services, offered: FhirType): void {
  const { type, resource: name, shows = [], summary, operations, query } = offered;
  const roles = offered.roles(services);
  const listed = { operation: 'list', resource: name } as const;
  const access = { method: 'GET', activity: listed, shows };
  const as = (allowed: readonly Role[]) => ({
    config: { audience: { roles: allowed, access } },
    onRequest: async (request: FastifyRequest) => {
      request.account = await authenticate(request, allowed, services, { access });
    },
  });
  const search = {
    ...as(roles.search),
    preValidation: async ({ query: asked, body, headers }: FastifyRequest) => {
      const lenient = /\bhandling=lenient\b/.test(String(headers.prefer));
      const names = [asked, body].flatMap((values) => Object.keys(values ?? {}));
      rejectUnsupported(names, Object.keys(query.shape), lenient);
      const twice = names.find((name, at) => names.indexOf(name) < at);
      if (twice) throw HttpError.forField(twice, 400, 'fhir.twice', { name: twice });
    },
    onError: async (request: FastifyRequest, _reply: FastifyReply, error: Error) =>
      createRequestActivity(services, request, listed).recordRefusal(error),
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = { ...(request.query as FhirQuery), ...(request.body as FhirQuery | undefined) };
    const found = await searchPage(offered, asked, request, request.account as Account, services);
    const { resources, ids, filters, bundle } = found;
    // Recorded like an export, because the data leaves the portal.
    await createRequestActivity(services, request, listed).recordSuccess(resources, {
      query: { ...filters, perPage: EXPORT_PAGE_SIZE },
      ids,
    });
    return send(reply, bundle);
  };
  const asks = (operation: string, parts: object) =>
    describeRoute(operation, summary[0], 'Bundle', { roles: roles.search, ...parts });
  fhir.get(`/${type}`, { ...search, schema: asks(operations[0], { querystring: query }) }, answer);
  fhir.post(
    `/${type}/_search`,
    { ...search, schema: asks(`${operations[0]}ByPost`, { querystring: query, body: query }) },
    answer,
  );

  const read = { operation: 'read', resource: name } as const;
  fhir.get<{ Params: { id: string } }>(
    `/${type}/:id`,
    {
      schema: describeRoute(operations[1], summary[1], type, {
        roles: roles.read,
        params: z.object({ id: z.string().max(64) }),
      }),
      ...as(roles.read),
      onError: async (request, _reply, error) => createRequestActivity(services, request, read).recordRefusal(error),
    },
    async (request, reply) => {
      const { id } = request.params;
      const [found] = await offered.find({ _id: id }, request.account as Account, services, 0);
      // A search takes several ids with commas, this address one.
      if (found?.resource?.id !== id) throw notFound();
      const { resource: json, version, changedAt, record = id } = found;
      await createRequestActivity(services, request, read).recordSuccess(null, { query: { id: record } });
      reply.header('etag', `W/"${version}"`).header('last-modified', new Date(changedAt).toUTCString());
      return send(reply, json);
    },
  );
}

/** Serves records to other systems in FHIR R4; errors are FHIR too. */
export async function registerFhir(app: FastifyInstance, services: Services): Promise<void> {
  const types = TYPES.filter((one) => one.roles(services).read.length > 0);
  await app.register(
    async (fhir) => {
      fhir.setErrorHandler<Parameters<typeof sendOutcome>[0]>(sendOutcome);
      fhir.setNotFoundHandler((request, reply) => sendOutcome(notFound(), request, reply));
      fhir.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
        done(null, parseForm(String(body))),
      );
      fhir.addHook('preHandler', async (request) => rejectFormat(request));
      fhir.get(
        '/metadata',
        { schema: describeRoute('fhirMetadata', 'What can be asked here.', 'CapabilityStatement') },
        async (request, reply) => send(reply, createCapabilityStatement(getBaseUrl(request, services.config), types)),
      );
      for (const one of types) registerType(fhir, services, one);
    },
    { prefix: FHIR_ROOT },
  );
}

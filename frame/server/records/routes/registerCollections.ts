import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { getFilters } from '../../../config/listFilters.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { EXPORT_PAGE_SIZE } from '../../../wire/binding.ts';
import { API_ROOT } from '../../../wire/call.ts';
import { createRequestActivity } from '../../activity/requestActivity.ts';
import { discardUploads, receiveForm } from '../../files/receiveForm.ts';
import { authenticate } from '../../http/authenticate.ts';
import type { Account } from '../../http/callHandler.ts';
import { toIdempotentConfig } from '../../http/programs/idempotency.ts';
import { rejectUndeclaredFields, rejectUnknownParameters } from '../../http/unknownNames.ts';
import type { Services } from '../../services.ts';
import { getAllowedRoles } from '../access/fieldAccess.ts';
import { RECORD_META_KEYS } from '../access/unknownRecordFields.ts';
import { refreshComputedColumns } from '../derived/computedColumns.ts';
import { createRecord } from '../operations/createRecord.ts';
import { deleteRecord } from '../operations/deleteRecord.ts';
import { updateRecord } from '../operations/updateRecord.ts';
import { createTransactionLists } from '../read/operationContext.ts';
import type { Collection } from '../schema/collection.ts';
import { getRouteNames } from '../schema/formerNames.ts';
import { getUploadRules, registerUploads } from '../write/recordUploads.ts';
import { createActionRoutes } from './actionRoutes.ts';
import {
  listRecords,
  parseBody,
  parseRecordValues,
  RECORD_PATH,
  type Route,
  readRequestedRecord,
} from './recordRoute.ts';
import { createRouteSchema, describeResource, listQuerySchema, type ResourceSchemas } from './recordSchemas.ts';

const idParams = z.object({ id: z.string() });

/** Returns the query that the activity entry has: the names of the filters, and the page size of an export. */
function getShownQuery(collection: Collection, query: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(query.filter ? JSON.parse(String(query.filter)) : {});
  const allowed = names.filter((name) => name === 'q' || getFilters(collection.resource).has(name));
  const filters = [...allowed, ...(query.where ? ['where'] : [])];
  return { ...Object.fromEntries(filters.map((name) => [name, true])), perPage: query.export && EXPORT_PAGE_SIZE };
}

/** Shares the reader threads fairly between users. */
const withFairReads = (services: Services, person: string): Services => ({
  ...services,
  store: { ...services.store, readers: services.store.readers.forPerson(person) },
});

function createReadRoutes(resource: AnyResource, { record }: Pick<ResourceSchemas, 'record'>): Route[] {
  const { name } = resource;
  const list = {
    operation: 'list',
    roles: getAllowedRoles(resource, ['list']),
    reply: z.array(record),
    handler: listRecords,
  } as const;
  return [
    { ...list, method: 'GET', summary: `A page of ${name}`, querystring: listQuerySchema },
    {
      ...list,
      method: 'POST',
      path: '/find',
      summary: `A page of ${name}, asked for in the body: what is searched for stands in no address`,
      body: listQuerySchema,
      queryInBody: true,
    },
    {
      method: 'GET',
      operation: 'read',
      path: RECORD_PATH,
      roles: getAllowedRoles(resource, ['list', 'show', 'edit'], { orAction: true }),
      summary: `One of ${name}`,
      reply: record,
      handler: readRequestedRecord,
    },
  ];
}

function createWriteRoutes({ resource, trash }: Collection, { record, create, update }: ResourceSchemas): Route[] {
  const { name } = resource;
  return [
    {
      method: 'POST',
      operation: 'create',
      roles: getAllowedRoles(resource, ['create']),
      summary: `Adds one of ${name}`,
      status: 201,
      body: create,
      reply: record,
      handler: ({ context, body }) => createRecord(context, parseRecordValues(context, body)),
    },
    {
      method: 'PUT',
      operation: 'change',
      path: RECORD_PATH,
      roles: getAllowedRoles(resource, ['edit'], { orAction: true }),
      summary: `Changes one of ${name}, in full or in part`,
      body: update,
      reply: record,
      handler: ({ context, id, body }) => updateRecord(context, id, parseRecordValues(context, body, RECORD_META_KEYS)),
    },
    {
      method: 'DELETE',
      operation: 'delete',
      path: RECORD_PATH,
      roles: getAllowedRoles(resource, ['delete']),
      summary: `${trash ? 'Moves one of' : 'Deletes one of'} ${name}${trash ? ' to the bin' : ''} and gives it as it was`,
      reply: record,
      handler: ({ context, id }) => deleteRecord(context, id),
    },
  ];
}

function createUploadRoutes(collection: Collection): Route[] {
  const { resource } = collection;
  const files = getUploadRules(collection);
  if (!files) return [];
  return [
    {
      method: 'POST',
      operation: 'change',
      path: '/files',
      roles: getAllowedRoles(resource, ['create', 'edit'], { orAction: true }),
      summary: `Takes files for one of ${resource.name}; their addresses are then sent as its values`,
      files,
      reply: z.record(z.string(), z.array(z.string())),
      handler: ({ context, uploads }) => registerUploads(context, uploads),
    },
  ];
}

/**
 * Creates the routes of a collection in the dialect of ra-data-simple-rest. Existing tables have those of plug-ins, and
 * served ones are read.
 */
function createRoutes(collection: Collection, { app, collections }: Services): Route[] {
  const { resource } = collection;
  const getMore = (schemas?: ResourceSchemas) => app.collectionRoutes?.(collection, schemas, collections) ?? [];
  if (collection.existingTable && !resource.table?.served) return [...getMore()];
  const schemas = describeResource(resource, collections);
  if (collection.existingTable) return [...createReadRoutes(resource, schemas), ...getMore()];
  return [
    ...createReadRoutes(resource, schemas),
    ...createWriteRoutes(collection, schemas),
    ...createActionRoutes(resource, schemas.record),
    ...createUploadRoutes(collection),
    ...getMore(schemas),
  ];
}

const getActivity = ({ resource }: Collection, { operation, action }: Route) => ({
  ...{ operation, resource: resource.name },
  ...(action && { action }),
});

/**
 * Stores uploads, calls the route's handler, and then writes the activity entry. The reply becomes text before that wait:
 * the records of many exports would stay in memory, and be copied by each collection of garbage.
 */
async function handleRequest(
  services: Services,
  collection: Collection,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { queryInBody, querystring } = route;
  const uploads = request.uploads ?? {};
  const stored = route.discardFiles ? [] : Object.values(uploads).flat();
  for (const { path } of stored) await services.files.moveToStorage(path);
  const { id = '' } = request.params as { id?: string };
  const activity = createRequestActivity(services, request, getActivity(collection, route));
  const account = request.account as Account;
  const context = {
    ...{ services: withFairReads(services, account.id), collection, account, activity, request },
    ...createTransactionLists(),
  };
  const query = queryInBody ? parseBody(request.body) : (request.query as Record<string, unknown>);
  const language = request.headers['accept-language'];
  // After the handler, which refuses a malformed query.
  const getInfo = () => ({
    query: querystring || queryInBody ? getShownQuery(collection, query) : {},
    fields: Object.keys(uploads),
  });
  const { recorded, text } = await route
    .handler({ context, id, query, body: request.body, uploads, language }, reply)
    .then((data) => ({ recorded: activity.recordSuccess(data, getInfo()), text: JSON.stringify(data) }));
  await recorded;
  return reply
    .code(route.status ?? 200)
    .type('application/json; charset=utf-8')
    .send(text);
}

function registerRoute(app: FastifyInstance, services: Services, collection: Collection, route: Route): void {
  const { resource } = collection;
  const { method, path = '', roles, files, queryInBody, querystring, body } = route;
  const params = path.includes(RECORD_PATH) ? { params: idParams } : {};
  const access = { method: String(method), activity: getActivity(collection, route) };
  const schema = createRouteSchema(resource, { ...route, path, ...params });
  for (const name of getRouteNames(resource, services.resources))
    app.route({
      method,
      url: `${API_ROOT}/collections/${name}${path}`,
      schema: name === resource.name ? schema : ({ ...schema, hide: true } as object),
      // The schema only describes: fieldAccess.ts validates by role, in the user's language.
      validatorCompiler: () => (value) => ({ value }),
      onRequest: async (request) => {
        request.account = await authenticate(request, roles, services, { access });
      },
      config: {
        ...(files && { call: { files } }),
        audience: { roles, access },
        ...toIdempotentConfig(access.activity),
      },
      preValidation: async (request) => {
        rejectUnknownParameters(request.query, Object.keys(querystring?.shape ?? {}));
        if (queryInBody) rejectUnknownParameters(parseBody(request.body), Object.keys(listQuerySchema.shape));
        if (!files) return;
        await receiveForm(request, files, services);
        rejectUndeclaredFields(body ?? z.object({}), request.body);
      },
      onError: async (request, _reply, error) => {
        createRequestActivity(services, request, access.activity).recordRefusal(error);
        await discardUploads(request, error, services);
      },
      handler: (request, reply) => handleRequest(services, collection, route, request, reply),
    });
}

/**
 * Registers REST routes at /api/v1/collections/{name} for every resource without calls of its own. Replies are bare
 * records and lists with Content-Range; errors come in the envelope {status, message, code, data: {errors}}.
 */
export async function registerCollections(app: FastifyInstance, services: Services): Promise<void> {
  const { collections } = services;
  await refreshComputedColumns(services, collections);
  for (const collection of collections)
    for (const route of createRoutes(collection, services)) registerRoute(app, services, collection, route);
}

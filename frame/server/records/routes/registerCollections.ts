import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { EXPORT_PAGE_SIZE } from '../../../wire/binding.ts';
import { API_ROOT } from '../../../wire/call.ts';
import { createRequestAudit } from '../../audit/requestAudit.ts';
import { discardUploads, receiveForm } from '../../files/receiveForm.ts';
import { authenticate } from '../../http/authenticate.ts';
import type { Account } from '../../http/callHandler.ts';
import type { SchemaRegistry } from '../../http/openapi.ts';
import { rejectUnknownParameters } from '../../http/unknownParameters.ts';
import type { Services } from '../../services.ts';
import { getAllowedRoles } from '../access/fieldAccess.ts';
import { refreshComputedColumns } from '../derived/computedColumns.ts';
import { createRecord, deleteRecord, updateRecord } from '../operations/crudOperations.ts';
import type { OperationContext } from '../read/operationContext.ts';
import type { Collection } from '../schema/collection.ts';
import { getFilters } from '../schema/filterableFields.ts';
import { getRouteNames, toCurrentNames } from '../schema/formerNames.ts';
import { getUploadRules, registerUploads } from '../write/recordUploads.ts';
import { runCommittedHooks } from '../write/runHooks.ts';
import { createActionRoutes } from './actionRoutes.ts';
import { createRouteSchema, describeResource, listQuerySchema } from './describeOpenApi.ts';
import { createImportRoutes } from './importRoutes.ts';
import { listRecords, parseBody, RECORD_PATH, type Route, type RouteRequest, readRecord } from './recordRoute.ts';
import { createReportRoutes } from './reportRoutes.ts';
import { createBinRoutes } from './trashRoutes.ts';
import { createHistoryRoutes } from './versionRoutes.ts';

const idParams = z.object({ id: z.string() });

/** What the audit trail records of a list call: the names of its filters, and whether it is one page of an export. */
function getAuditedQuery(collection: Collection, query: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(query.filter ? JSON.parse(String(query.filter)) : {});
  const allowed = names.filter((name) => name === 'q' || getFilters(collection.resource).has(name));
  return { ...Object.fromEntries(allowed.map((name) => [name, true])), perPage: query.export && EXPORT_PAGE_SIZE };
}

/** What reads for one person lets others' reading pass. */
const withFairReads = (services: Services, person: string): Services => ({
  ...services,
  store: { ...services.store, readers: services.store.readers.forPerson(person) },
});

/** The routes of a collection in ra-data-simple-rest's dialect. */
function createRoutes(collection: Collection, collections: readonly Collection[], components: SchemaRegistry): Route[] {
  const { resource } = collection;
  // A resource with calls of its own has its reports here, and nothing else.
  if (collection.existingTable) return createReportRoutes(collection, collections);
  const { record, create: created, update: sent } = describeResource(resource, components, collections);
  const files = getUploadRules(collection);
  const { name } = resource;
  return [
    {
      method: 'GET',
      operation: 'list',
      roles: getAllowedRoles(resource, ['list']),
      summary: `A page of ${name}`,
      querystring: listQuerySchema,
      reply: z.array(record),
      handler: listRecords,
    },
    {
      method: 'POST',
      operation: 'list',
      path: '/find',
      roles: getAllowedRoles(resource, ['list']),
      summary: `A page of ${name}, asked for in the body: what is searched for stands in no address`,
      body: listQuerySchema,
      queryInBody: true,
      reply: z.array(record),
      handler: listRecords,
    },
    {
      method: 'POST',
      operation: 'create',
      roles: getAllowedRoles(resource, ['create']),
      summary: `Adds one of ${name}`,
      status: 201,
      body: created,
      reply: record,
      handler: ({ context: scene, body }) => createRecord(scene, toCurrentNames(scene.collection, parseBody(body))),
    },
    {
      method: 'GET',
      operation: 'read',
      path: RECORD_PATH,
      roles: getAllowedRoles(resource, ['list', 'show', 'edit'], true),
      summary: `One of ${name}`,
      reply: record,
      handler: readRecord,
    },
    {
      method: 'PUT',
      operation: 'change',
      path: RECORD_PATH,
      roles: getAllowedRoles(resource, ['edit'], true),
      summary: `Changes one of ${name}, in full or in part`,
      body: sent,
      reply: record,
      handler: ({ context: scene, id, body }) =>
        updateRecord(scene, id, toCurrentNames(scene.collection, parseBody(body))),
    },
    {
      method: 'DELETE',
      operation: 'delete',
      path: RECORD_PATH,
      roles: getAllowedRoles(resource, ['delete']),
      summary: `${resource.softDelete ? 'Moves one of' : 'Deletes one of'} ${name}${resource.softDelete ? ' to the bin' : ''} and gives it as it was`,
      reply: record,
      handler: ({ context: scene, id }) => deleteRecord(scene, id),
    },
    ...createActionRoutes(resource, record),
    ...createHistoryRoutes(resource, record),
    ...createBinRoutes(collection, record),
    ...createReportRoutes(collection, collections),
    ...createImportRoutes(resource, record),
    ...(files
      ? [
          {
            method: 'POST' as const,
            operation: 'change' as const,
            path: '/files',
            roles: getAllowedRoles(resource, ['create', 'edit'], true),
            summary: `Takes files for one of ${name}; their addresses are then sent as its values`,
            files,
            reply: z.record(z.string(), z.array(z.string())),
            handler: ({ context: scene, uploads }: RouteRequest) => registerUploads(scene, uploads),
          },
        ]
      : []),
  ];
}

/**
 * Standard REST for every resource without calls of its own, at /api/v1/collections/{name}, once the tables are as the
 * configs are. Good replies are bare records and lists with Content-Range, as the dialect has them; refusals come in the
 * envelope {status, message, code, data: {errors}}.
 */
export async function registerCollections(
  app: FastifyInstance,
  components: SchemaRegistry,
  services: Services,
): Promise<void> {
  const { resources, collections } = services;
  await refreshComputedColumns(services, collections);
  for (const collection of collections) {
    const routes = createRoutes(collection, collections, components);
    for (const route of routes) {
      const {
        method,
        operation,
        action,
        path = '',
        roles,
        status = 200,
        handler: answer,
        files,
        discardFiles: passing,
        queryInBody: asksInBody,
        ...rest
      } = route;
      const does = { operation, resource: collection.resource.name, ...(action && { action }) };
      const schema = createRouteSchema(collection.resource, {
        ...{ ...rest, status, roles, method, path },
        ...(path.includes(RECORD_PATH) && { params: idParams }),
      });
      for (const name of getRouteNames(collection.resource, resources))
        app.route({
          method,
          url: `${API_ROOT}/collections/${name}${path}`,
          schema: name === collection.resource.name ? schema : ({ ...schema, hide: true } as object),
          // The schema only describes; what is sent is checked by role (fieldAccess.ts), and texts are refused in its language.
          validatorCompiler: () => (value) => ({ value }),
          onRequest: async (request) => {
            request.account = await authenticate(request, roles, services);
          },
          ...(files && { config: { call: { files } } }),
          preValidation: async (request) => {
            rejectUnknownParameters(request.query, Object.keys(rest.querystring?.shape ?? {}));
            if (asksInBody) rejectUnknownParameters(parseBody(request.body), Object.keys(listQuerySchema.shape));
            if (files) await receiveForm(request, files, services);
          },
          onError: async (request, _reply, error) => {
            createRequestAudit(services, request, does).recordRefusal(error);
            await discardUploads(request, error, services);
          },
          handler: async (request: FastifyRequest, reply) => {
            const uploads = request.uploads ?? {};
            const kept = passing ? [] : Object.values(uploads).flat();
            for (const { path } of kept) await services.files.moveToStorage(path);
            const { id = '' } = request.params as { id?: string };
            const audit = createRequestAudit(services, request, does);
            const account = request.account as Account;
            const found = { changes: [], alsoChanged: [], freedFiles: [] };
            const scene: OperationContext = {
              services: withFairReads(services, account.id),
              collection,
              collections,
              account,
              audit,
              request,
              log: request.log,
              ...found,
            };
            const query = asksInBody ? parseBody(request.body) : (request.query as Record<string, unknown>);
            const language = request.headers['accept-language'];
            const data = await answer({ context: scene, id, query, body: request.body, uploads, language }, reply);
            await audit.recordSuccess(data, {
              query: rest.querystring || asksInBody ? getAuditedQuery(collection, query) : {},
              fields: Object.keys(uploads),
            });
            await runCommittedHooks(scene, scene.changes);
            return reply.code(status).send(data);
          },
        });
    }
  }
}

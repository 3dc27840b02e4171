import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { EXPORT_ROWS } from '../../../wire/binding.ts';
import { API_ROOT } from '../../../wire/call.ts';
import { audited } from '../../audit/audited.ts';
import { discardWritten, receiveForm } from '../../files/receive.ts';
import { authenticate } from '../../http/authenticate.ts';
import type { Account } from '../../http/handler.ts';
import type { Components } from '../../http/openapi.ts';
import { refuseUnknown } from '../../http/parameters.ts';
import type { Services } from '../../services.ts';
import { rolesThat } from '../access/fieldAccess.ts';
import { fillComputed } from '../derived/computedColumns.ts';
import { createRecord, deleteRecord, updateRecord } from '../operations/changeRecords.ts';
import type { Scene } from '../read/operationContext.ts';
import type { Collection } from '../schema/collection.ts';
import { filtersOf } from '../schema/filterableFields.ts';
import { namesOf, upToDate } from '../schema/renamedChoices.ts';
import { noteUploads, uploadRules } from '../write/recordUploads.ts';
import { afterCommit } from '../write/runHooks.ts';
import { actionRoutes } from './actionRoutes.ts';
import { describe, listQuery, schemaFor } from './describeOpenApi.ts';
import { importRoutes } from './importRoutes.ts';
import { type Asked, answerList, answerOne, bodyOf, ONE, type Route } from './recordRoute.ts';
import { reportRoutes } from './reportRoutes.ts';
import { binRoutes } from './trashRoutes.ts';
import { historyRoutes } from './versionRoutes.ts';

const id = z.object({ id: z.string() });

/** What the audit trail records of a list call: the names of its filters, and whether it is one page of an export. */
function askedOf(collection: Collection, query: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(query.filter ? JSON.parse(String(query.filter)) : {});
  const allowed = names.filter((name) => name === 'q' || filtersOf(collection.resource).has(name));
  return { ...Object.fromEntries(allowed.map((name) => [name, true])), perPage: query.export && EXPORT_ROWS };
}

/** What reads for one person lets others' reading pass. */
const readingFor = (services: Services, person: string): Services => ({
  ...services,
  store: { ...services.store, readers: services.store.readers.for(person) },
});

/** The routes of a collection in ra-data-simple-rest's dialect. */
function routesOf(collection: Collection, collections: readonly Collection[], components: Components): Route[] {
  const { resource } = collection;
  // A resource with calls of its own has its reports here, and nothing else.
  if (collection.placed) return reportRoutes(collection, collections);
  const { record, created, sent } = describe(resource, components, collections);
  const files = uploadRules(collection);
  const { name } = resource;
  return [
    {
      method: 'GET',
      operation: 'list',
      roles: rolesThat(resource, ['list']),
      summary: `A page of ${name}`,
      querystring: listQuery,
      reply: z.array(record),
      answer: answerList,
    },
    {
      method: 'POST',
      operation: 'list',
      path: '/find',
      roles: rolesThat(resource, ['list']),
      summary: `A page of ${name}, asked for in the body: what is searched for stands in no address`,
      body: listQuery,
      asksInBody: true,
      reply: z.array(record),
      answer: answerList,
    },
    {
      method: 'POST',
      operation: 'create',
      roles: rolesThat(resource, ['create']),
      summary: `Adds one of ${name}`,
      status: 201,
      body: created,
      reply: record,
      answer: ({ scene, body }) => createRecord(scene, upToDate(scene.collection, bodyOf(body))),
    },
    {
      method: 'GET',
      operation: 'read',
      path: ONE,
      roles: rolesThat(resource, ['list', 'show', 'edit'], true),
      summary: `One of ${name}`,
      reply: record,
      answer: answerOne,
    },
    {
      method: 'PUT',
      operation: 'change',
      path: ONE,
      roles: rolesThat(resource, ['edit'], true),
      summary: `Changes one of ${name}, in full or in part`,
      body: sent,
      reply: record,
      answer: ({ scene, id, body }) => updateRecord(scene, id, upToDate(scene.collection, bodyOf(body))),
    },
    {
      method: 'DELETE',
      operation: 'delete',
      path: ONE,
      roles: rolesThat(resource, ['delete']),
      summary: `${resource.softDelete ? 'Moves one of' : 'Deletes one of'} ${name}${resource.softDelete ? ' to the bin' : ''} and gives it as it was`,
      reply: record,
      answer: ({ scene, id }) => deleteRecord(scene, id),
    },
    ...actionRoutes(resource, record),
    ...historyRoutes(resource, record),
    ...binRoutes(collection, record),
    ...reportRoutes(collection, collections),
    ...importRoutes(resource, record),
    ...(files
      ? [
          {
            method: 'POST' as const,
            operation: 'change' as const,
            path: '/files',
            roles: rolesThat(resource, ['create', 'edit'], true),
            summary: `Takes files for one of ${name}; their addresses are then sent as its values`,
            files,
            reply: z.record(z.string(), z.array(z.string())),
            answer: ({ scene, uploads }: Asked) => noteUploads(scene, uploads),
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
  components: Components,
  services: Services,
): Promise<void> {
  const { resources, collections } = services;
  await fillComputed(services, collections);
  for (const collection of collections) {
    const routes = routesOf(collection, collections, components);
    for (const route of routes) {
      const {
        method,
        operation,
        action,
        path = '',
        roles,
        status = 200,
        answer,
        files,
        passing,
        asksInBody,
        ...rest
      } = route;
      const does = { operation, resource: collection.resource.name, ...(action && { action }) };
      const schema = schemaFor(collection.resource, {
        ...{ ...rest, status, roles, method, path },
        ...(path.includes(ONE) && { params: id }),
      });
      for (const name of namesOf(collection.resource, resources))
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
            refuseUnknown(request.query, Object.keys(rest.querystring?.shape ?? {}));
            if (asksInBody) refuseUnknown(bodyOf(request.body), Object.keys(listQuery.shape));
            if (files) await receiveForm(request, files, services);
          },
          onError: async (request, _reply, error) => {
            audited(services, request, does).refused(error);
            await discardWritten(request, error, services);
          },
          handler: async (request: FastifyRequest, reply) => {
            const uploads = request.uploads ?? {};
            const kept = passing ? [] : Object.values(uploads).flat();
            for (const { path } of kept) await services.files.keep(path);
            const { id = '' } = request.params as { id?: string };
            const audit = audited(services, request, does);
            const account = request.account as Account;
            const found = { done: [], along: [], freed: [] };
            const scene: Scene = {
              services: readingFor(services, account.id),
              collection,
              collections,
              account,
              audit,
              request,
              log: request.log,
              ...found,
            };
            const query = asksInBody ? bodyOf(request.body) : (request.query as Record<string, unknown>);
            const language = request.headers['accept-language'];
            const data = await answer({ scene, id, query, body: request.body, uploads, language }, reply);
            await audit.done(data, {
              query: rest.querystring || asksInBody ? askedOf(collection, query) : {},
              fields: Object.keys(uploads),
            });
            await afterCommit(scene, scene.done);
            return reply.code(status).send(data);
          },
        });
    }
  }
}

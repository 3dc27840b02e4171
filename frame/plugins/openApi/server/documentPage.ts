import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Services } from 'portal-frame/server';
import type { ResourceSchemas } from 'portal-frame/server/collections';
import type { Collection } from 'portal-frame/server/database';
import { identifyCaller } from 'portal-frame/server/plugins';
import { API_ROOT } from 'portal-frame/wire';
import { createDocumentSelection } from './documentByCaller.ts';
import {
  addRecordSchemas,
  createObjectTransform,
  createSchemaRegistry,
  createTransform,
} from './documentTransforms.ts';

interface PageSystem {
  specActions: { download(): void };
}
interface PageGlobals {
  SwaggerUIBundle: { plugins: { DownloadUrl: unknown } };
  token?: string | undefined;
}

/** Runs in the page, so it stands alone: loads the document again once somebody authorizes there or logs out. */
const uiConfig = {
  requestInterceptor: (request: { loadSpec?: boolean; headers: Record<string, string> }) => {
    const { token } = globalThis as unknown as PageGlobals;
    if (request.loadSpec && token) request.headers.Authorization = `Bearer ${token}`;
    return request;
  },
  plugins: [
    () => (globalThis as unknown as PageGlobals).SwaggerUIBundle.plugins.DownloadUrl,
    () => {
      const reload =
        (original: (payload: unknown) => unknown, system: PageSystem) => (payload: { token?: { value?: string } }) => {
          const done = original(payload);
          (globalThis as unknown as PageGlobals).token = payload.token?.value;
          system.specActions.download();
          return done;
        };
      return { statePlugins: { auth: { wrapActions: { authorize: reload, logout: reload } } } };
    },
  ],
};

const schemasOf = new WeakMap<Collection, ResourceSchemas>();

/** Keeps the schemas of a collection's records for the document. Adds no routes. */
export function keepRecordSchemas(collection: Collection, schemas: ResourceSchemas | undefined): [] {
  if (schemas) schemasOf.set(collection, schemas);
  return [];
}

/**
 * Serves the OpenAPI page at /api/v1/docs. Its document has what the caller may use and know; without a token, the calls
 * that need none.
 */
export async function registerDocs(app: FastifyInstance, services: Services): Promise<void> {
  const components = createSchemaRegistry();
  app.addHook('onReady', async () => {
    for (const collection of services.collections) {
      const schemas = schemasOf.get(collection);
      if (schemas) addRecordSchemas(components, collection.resource.name, schemas);
    }
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      servers: [{ url: services.config.publicUrl || '/' }],
      info: {
        title: services.app.name,
        version: '1',
        description:
          'Every reply is an envelope {status, message, code, data}; code repeats the HTTP status. Only good replies of collections are bare, in the dialect of ra-data-simple-rest.',
      },
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'The token of a session (sign-in), or an API key.' },
          calendar: { type: 'http', scheme: 'basic' },
        },
      },
    },
    transform: createTransform(components, services.app),
    transformObject: createObjectTransform(components, services.app),
  });
  await app.register(swaggerUi, {
    routePrefix: `${API_ROOT}/docs`,
    uiConfig: uiConfig as object,
    uiHooks: {
      onRequest: async (request) => {
        if (request.headers.authorization) await identifyCaller(request, services);
      },
    },
    transformSpecification: createDocumentSelection(),
    transformSpecificationClone: false,
    staticCSP: true,
    transformStaticCSP: (policy) =>
      policy.replace(/\b(base-uri|frame-ancestors) 'self'/g, "$1 'none'").replace(' validator.swagger.io', ''),
  });
}

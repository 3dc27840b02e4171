import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { API_ROOT } from '../../wire/call.ts';
import type { Services } from '../services.ts';
import { identifyCaller } from './authenticate.ts';
import { createObjectTransform, createTransform, type SchemaRegistry } from './openapi.ts';
import { createDocumentSelection } from './programs/openApiByCaller.ts';

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

/**
 * Serves the OpenAPI page at /api/v1/docs. Its document has what the caller may use and know; without a token, the calls
 * that need none. Register it before the routes that it describes.
 */
export async function registerDocs(
  app: FastifyInstance,
  components: SchemaRegistry,
  services: Services,
): Promise<void> {
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

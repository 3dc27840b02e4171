import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { API_ROOT } from '../../wire/call.ts';
import { serverParts } from '../parts.ts';
import type { Services } from '../services.ts';
import { identifyCaller } from './authenticate.ts';
import { createDocumentSelection } from './openApiByCaller.ts';
import { createObjectTransform, createTransform, type SchemaRegistry } from './openapi.ts';

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
        title: serverParts().name,
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
    transform: createTransform(components),
    transformObject: createObjectTransform(components),
  });
  await app.register(swaggerUi, {
    routePrefix: `${API_ROOT}/docs`,
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

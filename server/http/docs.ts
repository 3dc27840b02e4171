import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { API_ROOT } from '../../src/wire/call.ts';
import { transformSchema } from './openapi.ts';

/** The OpenAPI page at /api/v1/docs, made from the wire's declarations. Register it before the routes it tells of. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Mobile Phlebotomy Portal',
        version: '1',
        description: 'Every reply is an envelope {status, message, code, data}; code repeats the HTTP status.',
      },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: transformSchema,
  });
  await app.register(swaggerUi, { routePrefix: `${API_ROOT}/docs`, staticCSP: true });
}

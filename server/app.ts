import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { API_ROOT } from '../src/wire/call.ts';
import { handlers } from './calls/index.ts';
import { envelopeErrors, sendData, sendFrameworkError } from './http/replies.ts';
import { registerCalls } from './http/routes.ts';
import { validateWithZod } from './http/validate.ts';
import type { Services } from './services.ts';

/** The whole server, not yet listening: the API, the files, the portal. */
export async function buildApp(
  services: Services,
  logger: FastifyServerOptions['logger'] = false,
): Promise<FastifyInstance> {
  const app = fastify({
    logger,
    trustProxy: 'loopback',
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 2000 },
    frameworkErrors: sendFrameworkError,
  });
  app.setValidatorCompiler(validateWithZod);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  envelopeErrors(app);
  await app.register(helmet);
  await app.register(multipart, { throwFileSizeLimit: false });
  app.get(`${API_ROOT}/health`, { schema: { hide: true } as object }, (request, reply) =>
    sendData(request, reply, null),
  );
  registerCalls(app, handlers, services);
  return app;
}

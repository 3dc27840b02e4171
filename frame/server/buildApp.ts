import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { API_ROOT } from '../wire/call.ts';
import { trackActiveRequests } from './base/activeRequests.ts';
import { createProxyCheck } from './base/network.ts';
import { limitSlowRequests } from './base/slowRequests.ts';
import { registerEventStream } from './calls/eventStream.ts';
import { registerFileRoute } from './calls/fileRoute.ts';
import { listCalls } from './calls/index.ts';
import { registerFileCookies } from './files/fileCookies.ts';
import { frameJobs } from './frameJobs.ts';
import { registerCalls } from './http/callRoutes.ts';
import { createClientErrorHandler } from './http/clientErrors.ts';
import { registerEndpoints } from './http/endpoints.ts';
import { createSecurityHeaders, registerHeaders } from './http/headers.ts';
import { registerHealth } from './http/health.ts';
import { getRequestId } from './http/logSerializers.ts';
import { rejectNulCharacters } from './http/nulCharacters.ts';
import { registerOverloadProtection } from './http/overload.ts';
import { registerIdempotency } from './http/programs/idempotency.ts';
import { createFrameworkErrorHandler, registerErrorHandler } from './http/replies.ts';
import { throttleRequests } from './http/requestThrottle.ts';
import { registerStaticFiles } from './http/staticFiles.ts';
import { createValidatorCompiler } from './http/validate.ts';
import { createJobRunner, type JobRunner } from './jobs/jobRunner.ts';
import type { ServerParts } from './parts.ts';
import { registerCollections } from './records/routes/registerCollections.ts';
import { syncOnStart } from './schemaSync/syncOnStart.ts';
import type { Services } from './services.ts';

const BODY_LIMIT = 1024 * 1024;

/** As an option, since Fastify loads its own compilers at each start without it. */
const createSchemaController = (app: ServerParts) =>
  ({
    compilersFactory: {
      buildValidator: () => createValidatorCompiler(app),
      buildSerializer: () => () => (data: unknown) => JSON.stringify(data),
    },
  }) as unknown as NonNullable<FastifyServerOptions['schemaController']>;

/** Starts jobs and outbox when the server is ready, and stops them when it closes. */
function registerBackgroundWork(app: FastifyInstance, services: Services): void {
  services.runningJobs = [...frameJobs, ...services.runningJobs];
  let runner: JobRunner | undefined;
  app.addHook('onReady', async () => {
    services.outbox.start(services, app.log);
    runner = createJobRunner(services.runningJobs, { services, log: app.log });
    await runner.start();
  });
  app.addHook('onClose', async () => {
    await runner?.stop();
    await services.outbox.stop();
    services.files.close();
  });
}

/** Builds the server with API, files and portal; it does not listen yet. */
export async function buildApp(
  services: Services,
  logger: FastifyServerOptions['logger'] = false,
): Promise<FastifyInstance> {
  const { trustProxy, limits } = services.config;
  const isProxy = createProxyCheck(trustProxy);
  const secure = createSecurityHeaders(services.config, services.resources);
  const app = fastify({
    logger,
    genReqId: getRequestId,
    trustProxy: isProxy,
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 2000 },
    schemaController: createSchemaController(services.app),
    frameworkErrors: createFrameworkErrorHandler(secure),
    clientErrorHandler: createClientErrorHandler(secure),
    requestTimeout: limits.totalMs,
    http: {
      requestTimeout: limits.totalMs,
      headersTimeout: limits.headMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
    },
  });
  registerErrorHandler(app);
  rejectNulCharacters(app);
  limitSlowRequests(app, isProxy, limits);
  trackActiveRequests(app);
  await registerOverloadProtection(app, services.config);
  throttleRequests(app);
  await registerHeaders(app, services, secure);
  for (const register of services.app.beforeRoutes ?? []) await register(app, services);
  await app.register(multipart, { throwFileSizeLimit: false });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.url.startsWith(API_ROOT)) reply.header('cache-control', 'no-store');
  });
  registerFileCookies(app, services.fileCookies);
  registerHealth(app, services);
  registerIdempotency(app, services);
  registerCalls(app, listCalls(services.app), services);
  registerEventStream(app, services);
  services.collections = await syncOnStart(services);
  await registerCollections(app, services);
  registerFileRoute(app, services);
  for (const register of services.app.routes ?? []) await register(app, services);
  registerEndpoints(app, services);
  await registerStaticFiles(app, services);
  registerBackgroundWork(app, services);
  return app;
}

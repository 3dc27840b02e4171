import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { API_ROOT } from '../wire/call.ts';
import { sweepDaily } from './backup/sweep.ts';
import { proxyTest } from './base/network.ts';
import { countUnderWay } from './base/underWay.ts';
import { boundUnfinished } from './base/unfinished.ts';
import { registerFiles } from './calls/fileRoute.ts';
import { servedCalls } from './calls/index.ts';
import { registerStream } from './calls/stream.ts';
import { giveCookies } from './files/cookies.ts';
import { registerDocs } from './http/docs.ts';
import { registerEndpoints } from './http/endpoints.ts';
import { registerHeaders, secureHeaders } from './http/headers.ts';
import { registerHealth } from './http/health.ts';
import { requestId } from './http/logged.ts';
import { registerMetrics } from './http/metrics.ts';
import { refuseNul } from './http/nul.ts';
import { createComponents } from './http/openapi.ts';
import { registerPressure } from './http/pressure.ts';
import { envelopeErrors, sendFrameworkError } from './http/replies.ts';
import { registerCalls } from './http/routes.ts';
import { registerStatics } from './http/statics.ts';
import { takeTurns } from './http/turns.ts';
import { answerUnreadable } from './http/unreadable.ts';
import { validateWithZod } from './http/validate.ts';
import { serverParts } from './parts.ts';
import { keepBins } from './records/operations/trash.ts';
import { registerCollections } from './records/routes/registerCollections.ts';
import { startedCollections } from './schemaSync/syncOnStart.ts';
import type { Services } from './services.ts';

/** Bytes of a JSON body; files have limits of their own. */
const BODY_LIMIT = 1024 * 1024;

/** What runs beside the requests, from when the app is ready until it closes. */
function registerChores(app: FastifyInstance, services: Services): void {
  let chores: { stop(): void }[] = [];
  app.addHook('onReady', async () => {
    await services.audit.catchUp((cause) =>
      app.log.error({ err: cause }, 'readings that wait for the audit trail could not be taken'),
    );
    services.outbox.start(services, app.log);
    chores = [sweepDaily, keepBins, ...(serverParts().chores ?? [])].map((keep) => keep(services, app.log));
  });
  app.addHook('onClose', async () => {
    for (const one of chores) one.stop();
    await services.outbox.stop();
    await services.audit.flush();
    services.audit.close();
  });
}

/** The complete server, not yet listening: the API, the files, the portal. */
export async function buildApp(
  services: Services,
  logger: FastifyServerOptions['logger'] = false,
): Promise<FastifyInstance> {
  const { trustProxy, limits } = services.config;
  const isProxy = proxyTest(trustProxy);
  const secure = secureHeaders(services.config, services.resources);
  const app = fastify({
    logger,
    genReqId: requestId,
    trustProxy: isProxy,
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 2000 },
    frameworkErrors: sendFrameworkError(secure),
    clientErrorHandler: answerUnreadable(secure),
    requestTimeout: limits.totalMs,
    http: {
      requestTimeout: limits.totalMs,
      headersTimeout: limits.headMs,
      connectionsCheckingInterval: limits.looksMs,
    },
  });
  app.setValidatorCompiler(validateWithZod);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  envelopeErrors(app);
  refuseNul(app);
  boundUnfinished(app, isProxy, limits);
  countUnderWay(app);
  await registerPressure(app, services.config);
  takeTurns(app);
  await registerHeaders(app, services.config, secure);
  const components = createComponents();
  await registerDocs(app, components, services.config);
  await app.register(multipart, { throwFileSizeLimit: false });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.url.startsWith(API_ROOT)) reply.header('cache-control', 'no-store');
  });
  giveCookies(app, services.fileCookies);
  registerHealth(app, services);
  registerMetrics(app, services);
  registerCalls(app, servedCalls(), services);
  registerStream(app, services);
  services.collections = await startedCollections(services);
  await registerCollections(app, components, services);
  registerFiles(app, services);
  for (const register of serverParts().routes ?? []) await register(app, services);
  registerEndpoints(app, services);
  await registerStatics(app, services);
  registerChores(app, services);
  return app;
}

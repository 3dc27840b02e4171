import { createHash, timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { API_ROOT } from '../../wire/call.ts';
import { EVENTS_PATH } from '../../wire/events.ts';
import { notFound, unauthorized } from '../base/httpError.ts';
import { findLastSuccesses, WATCHED_COMMANDS } from '../db/commandRuns.ts';
import { getMessageKinds } from '../outbox/messageKinds.ts';
import { countWaitingMessages } from '../outbox/outboxRows.ts';
import type { Services } from '../services.ts';
import { getServerInfo } from './serverInfo.ts';

/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Of the portal's own files, whose names change with each build, one route stands for all. */
function getRouteLabel({ routeOptions: { url = '' } }: FastifyRequest): string {
  return url.startsWith(API_ROOT) || url.startsWith('/uploads/') || url === '/metrics' ? url : 'portal';
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * GET /metrics in Prometheus's format, for who has METRICS_TOKEN as a bearer token; without that setting there is no such
 * address. Labels are routes, methods, status codes and kinds of messages: nothing that identifies a person or record.
 */
export function registerMetrics(app: FastifyInstance, services: Services): void {
  const token = services.config.metricsToken;
  const collected = token === undefined ? undefined : createCollector(app, services);
  app.addHook('onClose', async () => collected?.registry.clear());
  app.get('/metrics', { schema: { hide: true } as object }, async ({ headers }, reply) => {
    if (!collected || token === undefined) throw notFound();
    const given = headers.authorization?.replace(/^Bearer /i, '') ?? '';
    if (!timingSafeEqual(digest(given), digest(token))) throw unauthorized();
    const { registry, measure } = collected;
    // Before any gauge is read: one that another sets would tell the scrape before.
    await measure();
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

/** Gauges of prom-client whose names end like a counter's; the same figures stand under names without `_total`. */
const MISNAMED_GAUGES = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

interface MetricsCollector {
  registry: Registry;
  /** Sets every gauge of the portal. */
  measure(): Promise<void>;
}

function createCollector(app: FastifyInstance, services: Services): MetricsCollector {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED_GAUGES) registry.removeSingleMetric(name);
  countRequests(app, registers);
  const measureDatabase = createDatabaseGauges(registers, services);
  const streams = new Gauge({ name: 'portal_streams', help: 'Open streams of live changes.', registers });
  const free = new Gauge({
    ...{ name: 'portal_disk_free_bytes', help: 'Free space where DATA_DIR is.', registers },
  });
  const about = getServerInfo(services);
  const info = new Gauge({
    ...{ name: 'portal_info', help: 'What runs.', registers, labelNames: Object.keys(about) },
  });
  info.set(about, 1);
  return {
    registry,
    async measure() {
      streams.set(services.live.countStreams());
      const { bavail, bsize } = await statfs(services.config.dataDir);
      free.set(bavail * bsize);
      await measureDatabase();
    },
  };
}

function countRequests(app: FastifyInstance, registers: Registry[]): void {
  const labelNames = ['method', 'route', 'code'] as const;
  const requests = new Counter({
    ...{ name: 'portal_requests_total', help: 'Requests that were answered.', labelNames, registers },
  });
  const seconds = new Histogram({
    ...{ name: 'portal_request_seconds', help: 'Seconds until the answer was sent.', registers, buckets: BUCKETS },
    labelNames: ['method', 'route'] as const,
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: getRouteLabel(request) };
    requests.inc({ ...labels, code: reply.statusCode });
    // A stream is open for hours and says nothing of how fast the server is.
    if (labels.route !== API_ROOT + EVENTS_PATH) seconds.observe(labels, reply.elapsedTime / 1000);
  });
}

/** Gauges that the database answers; the function given back sets them. */
function createDatabaseGauges(registers: Registry[], services: Services): () => Promise<void> {
  const up = new Gauge({ name: 'portal_database_up', help: 'Whether the database answers.', registers });
  const answered = new Gauge({
    ...{ name: 'portal_database_answer_seconds', help: 'Seconds that it took to answer.', registers },
  });
  const waiting = new Gauge({
    ...{ name: 'portal_outbox_messages', help: 'Mails and pushes that wait to be sent.', registers },
    labelNames: ['kind'] as const,
  });
  const oldest = new Gauge({
    ...{ name: 'portal_outbox_oldest_seconds', help: 'How long the oldest of them has waited.', registers },
    labelNames: ['kind'] as const,
  });
  const succeeded = new Gauge({
    name: 'portal_command_last_success_timestamp_seconds',
    help: 'When a command last succeeded, in seconds since 1970; 0 if it never did.',
    registers,
    labelNames: ['command'] as const,
  });
  return async () => {
    const start = performance.now();
    const answers = await services.pingDatabase();
    up.set(answers ? 1 : 0);
    answered.set((performance.now() - start) / 1000);
    if (!answers) return;
    const found = await countWaitingMessages(services.db);
    for (const kind of Object.keys(getMessageKinds())) {
      const { count = 0, since = Date.now() } = found.find((one) => one.kind === kind) ?? {};
      waiting.set({ kind }, Number(count));
      oldest.set({ kind }, Math.max(0, (Date.now() - since) / 1000));
    }
    const runs = await findLastSuccesses(services.db);
    for (const command of WATCHED_COMMANDS)
      succeeded.set({ command }, Number(runs.find(({ name }) => name === command)?.succeeded_at ?? 0) / 1000);
  };
}

import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from 'portal-frame/server';
import {
  countWaitingMessages,
  EVENTS_PATH,
  findLastSuccesses,
  getMessageKinds,
  getServerInfo,
} from 'portal-frame/server/plugins';
import { API_ROOT } from 'portal-frame/wire';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Static files share one label, since their names change with each build. */
function getRouteLabel({ routeOptions: { url = '' } }: FastifyRequest): string {
  return url.startsWith(API_ROOT) || url.startsWith('/uploads/') || url === '/metrics' ? url : 'portal';
}

/** prom-client also exports these gauges without `_total`, which is reserved for counters. */
const MISNAMED_GAUGES = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

interface MetricsCollector {
  registry: Registry;
  measure(): Promise<void>;
}

/** Counts requests, and measures the rest when asked. */
export function createCollector(app: FastifyInstance, services: Services): MetricsCollector {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED_GAUGES) registry.removeSingleMetric(name);
  countRequests(app, registers);
  const measureDatabase = createDatabaseGauges(registers, services);
  const addGauge = createGaugeFactory(registers);
  const streams = addGauge('portal_streams', 'Open streams of live changes.');
  const free = addGauge('portal_disk_free_bytes', 'Free space where DATA_DIR is.');
  const info = getServerInfo(services);
  addGauge('portal_info', 'What runs.', ...Object.keys(info)).set(info, 1);
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

const createGaugeFactory =
  (registers: Registry[]) =>
  <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge<Label>({ name, help, labelNames, registers });

function countRequests(app: FastifyInstance, registers: Registry[]): void {
  const requests = new Counter({
    name: 'portal_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['method', 'route', 'code'],
    registers,
  });
  const seconds = new Histogram({
    name: 'portal_request_seconds',
    help: 'Seconds until the answer was sent.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: getRouteLabel(request) };
    requests.inc({ ...labels, code: reply.statusCode });
    // Streams stay open for hours and would distort the response times.
    if (labels.route !== API_ROOT + EVENTS_PATH) seconds.observe(labels, reply.elapsedTime / 1000);
  });
}

/** Creates the gauges that need the database; the returned function sets them. */
function createDatabaseGauges(registers: Registry[], services: Services): () => Promise<void> {
  const addGauge = createGaugeFactory(registers);
  const up = addGauge('portal_database_up', 'Whether the database answers.');
  const answered = addGauge('portal_database_answer_seconds', 'Seconds that it took to answer.');
  const waiting = addGauge('portal_outbox_messages', 'Mails and pushes that wait to be sent.', 'kind');
  const oldest = addGauge('portal_outbox_oldest_seconds', 'How long the oldest of them has waited.', 'kind');
  const slowReads = addGauge('portal_slow_reads', 'Lists and reports since the start, by who answered.', 'database');
  const succeeded = addGauge(
    'portal_command_last_success_timestamp_seconds',
    'When a command last succeeded, in seconds since 1970; 0 if it never did.',
    'command',
  );
  return async () => {
    const start = performance.now();
    const answers = await services.pingDatabase();
    up.set(answers ? 1 : 0);
    answered.set((performance.now() - start) / 1000);
    for (const [database, count] of Object.entries(services.store.replicaReads ?? {}))
      slowReads.set({ database }, count);
    if (!answers) return;
    const found = await countWaitingMessages(services.db);
    for (const kind of Object.keys(getMessageKinds(services))) {
      const { count = 0, since = Date.now() } = found.find((one) => one.kind === kind) ?? {};
      waiting.set({ kind }, Number(count));
      oldest.set({ kind }, Math.max(0, (Date.now() - since) / 1000));
    }
    const runs = await findLastSuccesses(services.db);
    for (const command of services.app.watchedCommands ?? [])
      succeeded.set({ command }, Number(runs.find(({ name }) => name === command)?.succeeded_at ?? 0) / 1000);
  };
}

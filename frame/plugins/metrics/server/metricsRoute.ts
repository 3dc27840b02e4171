import type { FastifyInstance } from 'fastify';
import { notFound, type Services, unauthorized } from 'portal-frame/server';
import { hashSecret, isSameSecret } from 'portal-frame/server/plugins';

/**
 * Serves GET /metrics in Prometheus format to holders of METRICS_TOKEN; without that setting the path does not exist.
 * Labels are routes, methods, status codes and message kinds: nothing identifies a person or a record.
 */
export async function registerMetrics(app: FastifyInstance, services: Services): Promise<void> {
  const token = services.config.metricsToken;
  // Most servers have no such token, and do not load the packages of metrics.
  const collected =
    token === undefined ? undefined : (await import('./metricsCollector.ts')).createCollector(app, services);
  app.addHook('onClose', async () => collected?.registry.clear());
  app.get('/metrics', { schema: { hide: true } as object }, async ({ headers }, reply) => {
    if (!collected || token === undefined) throw notFound();
    const given = headers.authorization?.replace(/^Bearer /i, '') ?? '';
    if (!isSameSecret(hashSecret(given), hashSecret(token))) throw unauthorized();
    const { registry, measure } = collected;
    // Set all gauges before reading: some of them set others.
    await measure();
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

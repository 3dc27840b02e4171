import { defineServerPlugin } from 'portal-frame/server';
import { z } from 'zod';
import { metrics } from '../plugin.ts';
import { registerMetrics } from './metricsRoute.ts';

declare module 'portal-frame/server' {
  interface AppConfig {
    /** Token of `GET /metrics`, which does not exist without it. */
    metricsToken?: string | undefined;
  }
}

export default defineServerPlugin(metrics, {
  settings: z.object({ METRICS_TOKEN: z.string().min(16, { error: 'at least 16 characters' }).optional() }),
  routes: [registerMetrics],
});

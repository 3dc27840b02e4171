import { definePlugin } from 'portal-frame/plugin';

/** Figures of the running server in Prometheus format. */
export const metrics = definePlugin({ name: 'metrics', frame: '^0.1' });

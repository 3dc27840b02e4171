import { definePlugin } from 'portal-frame/plugin';
import { defineServerPlugin } from 'portal-frame/server';
import { z } from 'zod';

declare module 'portal-frame/server' {
  interface AppConfig {
    motto?: string | undefined;
  }
}

const motto = definePlugin({ name: 'motto', frame: '^0.1' });

const reply = z.object({ motto: z.string() });

export default defineServerPlugin(motto, {
  settings: z.object({ MOTTO: z.string().max(80).optional() }),
  routes: [
    (app, { config }) =>
      void app.get('/api/v1/motto', { schema: { response: { 200: reply } } }, async () => ({
        motto: config.motto ?? '',
      })),
  ],
});

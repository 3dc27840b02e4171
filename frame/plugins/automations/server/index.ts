import { defineJob, defineServerPlugin, serveCalls } from 'portal-frame/server';
import { automations } from '../plugin.ts';
import { webhookCalls } from '../wire/webhookCalls.ts';
import { checkAutomationParts } from './automationList.ts';
import { pruneDeliveries } from './eventDeliveries.ts';
import { eventMigrations } from './eventTables.ts';
import { queueEvents } from './queueEvents.ts';
import { automationMessages } from './runAutomation.ts';
import { webhookMessages } from './sendWebhook.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';
import { webhookHandlers } from './webhookHandlers.ts';
import { webhookSettings } from './webhookSettings.ts';

export type * from '../automationConfig.ts';

const LOG_DAYS = 90;
const DAY_MS = 24 * 3_600_000;

const pruneLog = defineJob({
  name: 'prune webhook log',
  at: '04:10',
  run: async ({ services, now }) => ({ deleted: await pruneDeliveries(services.db, now - LOG_DAYS * DAY_MS) }),
});

export default defineServerPlugin(automations, {
  settings: webhookSettings,
  texts: { en, es },
  migrations: eventMigrations,
  takesOver: ['001_events'],
  calls: serveCalls(webhookCalls, webhookHandlers, {
    automations: null,
    automationRuns: ['list', 'webhooks'],
    webhooks: ['list', 'webhooks'],
    createWebhook: ['create', 'webhooks'],
    rotateWebhookSecret: ['change', 'webhooks'],
    endWebhook: ['delete', 'webhooks'],
    webhookDeliveries: ['list', 'webhooks'],
    replayDelivery: ['change', 'webhooks'],
  }),
  messages: { webhook: webhookMessages, automation: automationMessages },
  jobs: [pruneLog],
  tablesWithoutFiles: ['webhooks'],
  nonPersonalResources: ['webhooks'],
  checkParts: ({ resources, jobs }) => checkAutomationParts(resources, jobs),
  beforeCommit: queueEvents,
});

import type { ResourceKeys } from 'portal-frame/keys';
import { z } from 'zod';
import { automationSchema, webhookEventsSchema } from './automationSchema.ts';
import { checkAutomations, checkWebhookEvents } from './checkAutomations.ts';

export default {
  on: { schema: webhookEventsSchema, check: checkWebhookEvents },
  automations: { schema: z.record(z.string(), automationSchema), check: checkAutomations },
} satisfies ResourceKeys;

import { declareCalls, failureTexts } from 'portal-frame';
import {
  asCount,
  nullable,
  requiredMessage,
  text,
  wireChoice,
  wireChoices,
  wireCount,
  wireList,
  wireRecord,
  wireText,
  wireTextOrNull,
  wireTexts,
  wireValue,
} from 'portal-frame/wire';
import { z } from 'zod';

declare module 'portal-frame/wire' {
  interface AppFeatures {
    webhooks: true;
  }
}

const DELIVERY_STATES = ['waiting', 'sent', 'failed', 'skipped'] as const;

const webhook = wireRecord({
  ...wireTexts('name', 'url'),
  /** Name and role of the account whose rights decide what is sent. */
  ...wireTexts('account', 'role'),
  resources: wireList(wireText),
  createdAt: wireText,
  /** Failures since the last success. */
  failures: wireCount,
});
export type WireWebhook = z.infer<typeof webhook.schema>;
export type Webhook = ReturnType<typeof webhook.read>;
const webhooks = wireList(webhook);
export const readWebhooks = webhooks.read;

const deliveries = wireList(
  wireRecord({
    ...wireTexts('event', 'recordId', 'createdAt'),
    sentAt: wireTextOrNull,
    state: wireChoice(DELIVERY_STATES, 'waiting'),
    tries: wireCount,
    error: nullable(wireText),
  }),
);
export type WireDelivery = z.infer<typeof deliveries.schema>[number];
export const readDeliveries = deliveries.read;

const { get, post } = declareCalls({
  feature: 'webhooks',
  roles: 'managers',
  personal: true,
  failure: failureTexts('errors.webhooks'),
});
const withSecret = webhook.schema.extend({ secret: z.string().describe('Verifies signatures (Standard Webhooks).') });

const automations = wireList(
  wireRecord({
    effects: wireChoices(['mail', 'notify', 'job']),
    failing: wireValue(
      z.number().describe('Events that failed and are tried again, or were given up in the last 90 days.'),
      asCount,
    ),
  }),
);
export const readAutomations = automations.read;

export const webhookCalls = {
  automations: get('/admin/get-automations', {
    summary:
      'The automations of all resources, with ids such as `loans.thanks`: mails, notifications and jobs after changes.',
    data: automations.schema,
  }),
  automationRuns: get('/admin/get-automation-runs/{id}', {
    summary: 'The newest events of an automation.',
    data: deliveries.schema,
  }),
  webhooks: get('/admin/get-webhooks', {
    summary: 'All webhooks, newest first, without their secrets.',
    data: webhooks.schema,
  }),
  createWebhook: post('/admin/create-webhook', {
    summary: 'Send changes of records that an account may see to another system. The secret is shown only here.',
    reauthenticate: 'always',
    body: z.object({
      name: text(100).min(1, { error: requiredMessage('name') }),
      url: text(2000).min(1, { error: requiredMessage('url') }),
      accountId: text(100).min(1, { error: requiredMessage('account') }),
      resources: z
        .array(text(100))
        .min(1, { error: requiredMessage('resources') })
        .max(200)
        .describe('Resources whose config has `on`.'),
    }),
    data: withSecret,
  }),
  rotateWebhookSecret: post('/admin/rotate-webhook-secret/{id}', {
    summary: 'Give a webhook a new secret. The former one signs too for a day.',
    reauthenticate: 'always',
    data: withSecret,
  }),
  endWebhook: post('/admin/end-webhook/{id}', {
    summary: 'End a webhook at once. What waits is not sent.',
    reauthenticate: 'always',
  }),
  webhookDeliveries: get('/admin/get-webhook-deliveries/{id}', {
    summary: 'The newest events of a webhook.',
    data: deliveries.schema,
  }),
  replayDelivery: post('/admin/replay-webhook-delivery/{id}', {
    summary: 'Handle an event of a webhook or automation again, as a new one.',
  }),
};

import { z } from 'zod';
import { call, failureTexts } from '../call.ts';
import { MANAGERS } from '../roles.ts';
import { requiredMessage, text } from '../validationRules.ts';
import { asList, asObject, asText, readTexts } from '../wireValues.ts';

const DELIVERY_STATES = ['waiting', 'sent', 'failed', 'skipped'] as const;

const wireWebhook = z.object({
  _id: z.string(),
  name: z.string(),
  url: z.string(),
  /** Name and role of the account whose rights decide what is sent. */
  account: z.string(),
  role: z.string(),
  resources: z.array(z.string()),
  createdAt: z.string(),
  /** Failures since the last success. */
  failures: z.number(),
});
export type WireWebhook = z.infer<typeof wireWebhook>;

const wireDelivery = z.object({
  _id: z.string(),
  event: z.string(),
  recordId: z.string(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  state: z.enum(DELIVERY_STATES),
  tries: z.number(),
  error: z.string().nullable(),
});
export type WireDelivery = z.infer<typeof wireDelivery>;

export type Webhook = Omit<WireWebhook, '_id' | 'role'> & { id: string };
export type Delivery = Pick<WireDelivery, 'event' | 'recordId' | 'createdAt' | 'state'> & { id: string; error: string };

export const readWebhooks = (data: unknown): Webhook[] =>
  asList(data).map((value) => {
    const wire = asObject(value);
    return {
      ...readTexts(wire, ['name', 'url', 'account', 'createdAt']),
      id: asText(wire._id),
      resources: asList<unknown>(wire.resources).map(asText),
      failures: Number(wire.failures) || 0,
    };
  });

export const readDeliveries = (data: unknown): Delivery[] =>
  asList(data).map((value) => {
    const wire = asObject(value);
    return {
      ...readTexts(wire, ['event', 'recordId', 'createdAt', 'error']),
      id: asText(wire._id),
      state: DELIVERY_STATES.find((one) => one === wire.state) ?? 'waiting',
    };
  });

const offered = {
  feature: 'webhooks',
  roles: MANAGERS,
  personal: true,
  failure: failureTexts('errors.webhooks'),
} as const;
const withSecret = wireWebhook.extend({ secret: z.string().describe('Verifies signatures (Standard Webhooks).') });

const EFFECTS = ['mail', 'notify', 'job'] as const;
const wireAutomation = z.object({
  _id: z.string().describe('Resource and name: `loans.thanks`.'),
  effects: z.array(z.enum(EFFECTS)),
  failing: z.number().describe('Events that failed and are tried again, or were given up in the last 90 days.'),
});

export interface Automation {
  id: string;
  effects: readonly string[];
  failing: number;
}

export const readAutomations = (data: unknown): Automation[] =>
  asList(data).map((value) => {
    const { _id, effects, failing } = asObject(value);
    return { id: asText(_id), effects: asList<unknown>(effects).map(asText), failing: Number(failing) || 0 };
  });

export const webhookCalls = {
  automations: call({
    ...offered,
    method: 'GET',
    path: '/admin/get-automations',
    summary: 'The automations of all resources: mails, notifications and jobs after changes.',
    data: z.array(wireAutomation),
  }),
  automationRuns: call({
    ...offered,
    method: 'GET',
    path: '/admin/get-automation-runs/{id}',
    summary: 'The newest events of an automation.',
    data: z.array(wireDelivery),
  }),
  webhooks: call({
    ...offered,
    method: 'GET',
    path: '/admin/get-webhooks',
    summary: 'All webhooks, newest first, without their secrets.',
    data: z.array(wireWebhook),
  }),
  createWebhook: call({
    ...offered,
    method: 'POST',
    path: '/admin/create-webhook',
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
  rotateWebhookSecret: call({
    ...offered,
    method: 'POST',
    path: '/admin/rotate-webhook-secret/{id}',
    summary: 'Give a webhook a new secret. The former one signs too for a day.',
    reauthenticate: 'always',
    data: withSecret,
  }),
  endWebhook: call({
    ...offered,
    method: 'POST',
    path: '/admin/end-webhook/{id}',
    summary: 'End a webhook at once. What waits is not sent.',
    reauthenticate: 'always',
    data: z.null(),
  }),
  webhookDeliveries: call({
    ...offered,
    method: 'GET',
    path: '/admin/get-webhook-deliveries/{id}',
    summary: 'The newest events of a webhook.',
    data: z.array(wireDelivery),
  }),
  replayDelivery: call({
    ...offered,
    method: 'POST',
    path: '/admin/replay-webhook-delivery/{id}',
    summary: 'Handle an event of a webhook or automation again, as a new one.',
    data: z.null(),
  }),
};

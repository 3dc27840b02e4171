import { accountContext, HttpError, type MessageKind, records, type Services } from 'portal-frame/server';
import { createCodedError, getLogReason, type RecordValues } from 'portal-frame/server/plugins';
import { Webhook } from 'standardwebhooks';
import {
  type DeliveryKey,
  findWebhook,
  handleDeliveries,
  setDeliveryState,
  setWebhookFailures,
} from './eventDeliveries.ts';
import type { EventDeliveryRow, WebhookRow } from './eventTables.ts';
import { postWebhook } from './postWebhook.ts';
import { listCurrentSecrets } from './webhookSecrets.ts';
import { getTimeoutMs } from './webhookSettings.ts';

const MINUTE_MS = 60_000;
const FIRST_PAUSE_MS = 5000;
const MAX_PAUSE_MS = 5 * MINUTE_MS;

/** Reads the record with the rights of the webhook's account; undefined if the account does not see it. */
export async function readVisibleRecord(
  services: Services,
  { account_id }: Pick<WebhookRow, 'account_id'>,
  { resource, record_id }: Pick<EventDeliveryRow, 'resource' | 'record_id'>,
): Promise<RecordValues | undefined> {
  try {
    const context = await accountContext(services, account_id);
    return (await records(context).findOne(resource, record_id)) as RecordValues | undefined;
  } catch (cause) {
    if (cause instanceof HttpError && [401, 403, 404].includes(cause.status)) return undefined;
    throw cause;
  }
}

/** Records the disclosure, and posts the event with a signature by each current secret. Returns the HTTP status. */
async function post(services: Services, webhook: WebhookRow, delivery: EventDeliveryRow, record: RecordValues) {
  const { config, activity } = services;
  const { id, event, action, resource, record_id, created_at } = delivery;
  const timestamp = new Date(Number(created_at)).toISOString();
  const body = JSON.stringify({ type: event, timestamp, data: { ...(action && { action }), record } });
  const now = new Date();
  const signatures = listCurrentSecrets(config, webhook).map((secret) => new Webhook(secret).sign(id, now, body));
  await activity.write({
    ...{ at: now.getTime(), accountId: webhook.account_id, operation: 'export', resource, recordId: record_id },
    ...{ address: '', details: { webhook: webhook.name } },
  });
  return postWebhook(webhook.url, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      // Some firewalls drop requests without it.
      'user-agent': 'portal-frame-webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    },
    body,
    timeoutMs: getTimeoutMs(config),
    privateHosts: config.webhookPrivateHosts,
  });
}

/** Sends one locked event. Throws if it is to be tried again. */
async function deliver(services: Services, webhook: WebhookRow, delivery: EventDeliveryRow): Promise<void> {
  const { db } = services;
  const record = await readVisibleRecord(services, webhook, delivery);
  if (!record) return setDeliveryState(db, delivery.id, 'skipped');
  const reason = await post(services, webhook, delivery, record).then(
    (status) => (status >= 200 && status < 300 ? undefined : `HTTP ${status}`),
    getLogReason,
  );
  if (reason === undefined) {
    await setDeliveryState(db, delivery.id, 'sent');
    if (webhook.failures > 0) await setWebhookFailures(db, webhook.id, 0, 0);
    return;
  }
  const failures = webhook.failures + 1;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS);
  await setWebhookFailures(db, webhook.id, failures, Date.now() + pause);
  throw createCodedError(reason);
}

export const webhookMessages: MessageKind = {
  lockMs: 2 * MINUTE_MS,
  send(payload, services) {
    // Messages of earlier versions have no target.
    const { webhook_id, ...key } = payload as DeliveryKey & { webhook_id?: string };
    const target = key.target ?? webhook_id;
    return handleDeliveries(
      services.db,
      { ...key, target },
      {
        findReceiver: () => findWebhook(services.db, target),
        isPaused: (webhook) => webhook.paused_until > Date.now(),
        handle: (webhook, delivery) => deliver(services, webhook, delivery),
      },
    );
  },
};

import { mayDo, type Role } from 'portal-frame';
import {
  type CallHandlers,
  HttpError,
  notFound,
  records,
  type Services,
  systemContext,
  transact,
  transaction,
} from 'portal-frame/server';
import { findAccountById } from 'portal-frame/server/accounts';
import { type AccountRow, type Db, newId } from 'portal-frame/server/database';
import { changesRow } from 'portal-frame/server/plugins';
import type { WireDelivery, WireWebhook, webhookCalls } from '../wire/webhookCalls.ts';
import { countFailing, EFFECTS, findAutomation, listAutomations } from './automationList.ts';
import { addDeliveries, findDeliveries, findWebhook } from './eventDeliveries.ts';
import type { EventDeliveryRow, WebhookRow } from './eventTables.ts';
import { isAllowedUrl } from './postWebhook.ts';
import { createWebhookSecret, rotateSecrets, sealSecrets } from './webhookSecrets.ts';

const MAX_WEBHOOKS = 200;
const LOG_LENGTH = 100;

const toIso = (at: number) => new Date(Number(at)).toISOString();

const toWireWebhook = (row: WebhookRow, { full_name, role }: Pick<AccountRow, 'full_name' | 'role'>): WireWebhook => ({
  ...{ _id: row.id, name: row.name, url: row.url, account: full_name, role, failures: row.failures },
  ...{ resources: JSON.parse(row.resources), createdAt: toIso(row.created_at) },
});

const toWireDelivery = (row: EventDeliveryRow): WireDelivery => ({
  ...{ _id: row.id, event: row.event, recordId: row.record_id, state: row.state, tries: row.tries },
  ...{ createdAt: toIso(row.created_at), sentAt: row.sent_at === null ? null : toIso(row.sent_at) },
  error: row.last_error,
});

const findWebhooks = (db: Db) =>
  db
    .selectFrom('webhooks as webhook')
    .innerJoin('accounts', 'accounts.id', 'webhook.account_id')
    .selectAll('webhook')
    .select(['accounts.full_name', 'accounts.role'])
    .where('webhook.ended_at', 'is', null)
    .orderBy('webhook.created_at', 'desc')
    .orderBy('webhook.id', 'desc')
    .execute();

/** Throws an HttpError at a resource that sends no events, or that the role may not read. */
function refuseResources({ resources: all }: Pick<Services, 'resources'>, names: readonly string[], role: Role): void {
  for (const name of names) {
    const resource = all.find((one) => one.name === name && one.on);
    if (!resource) throw HttpError.forField('resources', 400, 'server.unknownField', { name });
    const reads = (['list', 'show'] as const).some((right) => mayDo(resource, role, right));
    if (!reads) throw HttpError.forField('resources', 400, 'server.webhookRole', { name });
  }
}

/** Finds an event of a webhook or automation that there still is. Throws an HttpError (404). */
async function findReplayed(db: Db, services: Pick<Services, 'resources'>, id: string) {
  const row = await db.selectFrom('event_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
  const isKnown =
    row && (row.webhook_id ? await findWebhook(db, row.webhook_id) : findAutomation(services, row.target));
  if (!isKnown) throw notFound();
  const { target, webhook_id, resource, record_id, event, action } = row;
  return { target, webhook_id, resource, record_id, event, action };
}

/** Webhooks send what their account may see. */
export const webhookHandlers: CallHandlers<typeof webhookCalls> = {
  async webhooks(_input, { db }) {
    return { data: (await findWebhooks(db)).map((row) => toWireWebhook(row, row)) };
  },

  async createWebhook({ body, note }, services) {
    const { name, url, accountId, resources } = body;
    const { config } = services;
    if (!isAllowedUrl(url, config.webhookPrivateHosts)) throw HttpError.forField('url', 400, 'server.webhookUrl');
    return transact(services, async (db) => {
      const account = await findAccountById(db, accountId);
      if (account?.is_active !== 1) throw HttpError.forField('accountId', 400, 'server.noSuchRecord');
      refuseResources(services, resources, account.role);
      if ((await findWebhooks(db)).length >= MAX_WEBHOOKS) throw new HttpError(400, 'server.tooManyWebhooks');
      const secret = createWebhookSecret();
      const id = newId();
      const row: WebhookRow = {
        ...{ id, account_id: account.id, name, url, resources: JSON.stringify(resources) },
        ...{ secrets: sealSecrets(config, id, secret), created_at: Date.now(), ended_at: null },
        ...{ failures: 0, paused_until: 0 },
      };
      await db.insertInto('webhooks').values(row).execute();
      await note(db, { recordId: id });
      return { message: 'toasts.webhookCreated', data: { ...toWireWebhook(row, account), secret } };
    });
  },

  async rotateWebhookSecret({ params: { id }, note }, services) {
    return transact(services, async (db) => {
      const row = await findWebhook(db, id);
      const account = row && (await findAccountById(db, row.account_id));
      if (!account) throw notFound();
      const secret = createWebhookSecret();
      const secrets = rotateSecrets(services.config, row, secret);
      await db.updateTable('webhooks').set({ secrets }).where('id', '=', id).execute();
      await note(db);
      return { message: 'toasts.webhookRotated', data: { ...toWireWebhook(row, account), secret } };
    });
  },

  async endWebhook({ params: { id }, note }, services) {
    await transact(services, async (db) => {
      const end = db.updateTable('webhooks').set({ ended_at: Date.now() }).where('id', '=', id);
      if (!(await changesRow(end.where('ended_at', 'is', null)))) throw notFound();
      await note(db);
    });
    return { message: 'toasts.webhookEnded', data: null };
  },

  async webhookDeliveries({ params: { id } }, { db }) {
    if (!(await findWebhook(db, id))) throw notFound();
    return { data: (await findDeliveries(db, id, LOG_LENGTH)).map(toWireDelivery) };
  },

  async automations(_input, { db, resources }) {
    const waiting = await countFailing(db);
    const data = listAutomations(resources).map(({ target, automation }) => ({
      ...{ _id: target, effects: EFFECTS.filter((effect) => effect in automation) },
      failing: waiting.get(target) ?? 0,
    }));
    return { data };
  },

  async automationRuns({ params: { id } }, services) {
    if (!findAutomation(services, id)) throw notFound();
    return { data: (await findDeliveries(services.db, id, LOG_LENGTH)).map(toWireDelivery) };
  },

  async replayDelivery({ params: { id }, note }, services) {
    return transaction(systemContext(services), async (tx) => {
      const row = await findReplayed(tx.db, services, id);
      // Locked as by a change, which numbers events of the record, too.
      await records(tx).find(row.resource, { where: { id: row.record_id }, lock: true });
      await addDeliveries(tx.db, [row]);
      await note(tx.db, { recordId: row.target });
      return { message: row.webhook_id ? 'toasts.webhookReplayed' : 'toasts.automationReplayed', data: null };
    });
  },
};

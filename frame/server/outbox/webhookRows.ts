import { isDeepStrictEqual } from 'node:util';
import type { AnyResource } from '../../config/resource.ts';
import { changesRow } from '../db/changesRow.ts';
import type { Db, WebhookDeliveryRow, WebhookRow } from '../db/databaseSchema.ts';
import { newId } from '../db/newId.ts';
import { addToOutbox } from './outboxRows.ts';

const HOUR_MS = 3_600_000;
/** How long an event is tried. */
export const WEBHOOK_LIFETIME_MS = 72 * HOUR_MS;
/** The message outlives its events, so that it ends them. */
const MESSAGE_LIFETIME_MS = WEBHOOK_LIFETIME_MS + 3 * HOUR_MS;
/** A server that sends an event has this long. */
export const DELIVERY_LOCK_MS = 60_000;
const CLOCK_SKEW_MS = 60_000;

/** A change of a record, as a config's `on` sees it. */
interface RecordEvent {
  resource: AnyResource;
  id: string;
  operation: string;
  action: string | undefined;
  before: Readonly<Record<string, unknown>> | undefined;
  values: Readonly<Record<string, unknown>>;
}

/** Payload of an outbox message: the events of one record for one webhook, which are sent in order. */
export type WebhookPayload = Pick<WebhookDeliveryRow, 'webhook_id' | 'resource' | 'record_id'>;

/** Returns the name of the event if the config wants it. */
function getEventName({ resource, operation, action, before, values }: RecordEvent): string | undefined {
  const { create, update, transition } = resource.on ?? {};
  const isNamed = (names: true | readonly string[] | undefined, name: string) =>
    names === true || (names?.includes(name) ?? false);
  if (operation === 'create') return create ? 'create' : undefined;
  if (operation === 'transition') return isNamed(transition, action ?? '') ? 'transition' : undefined;
  if (operation !== 'change') return undefined;
  const changed = Object.keys(values).filter((name) => !isDeepStrictEqual(values[name], before?.[name]));
  return update === true || changed.some((name) => isNamed(update, name)) ? 'update' : undefined;
}

/** Returns the next number of an event. The lock of the record keeps other transactions from taking it. */
async function findNextSeq(db: Db, { webhook_id, resource, record_id }: WebhookPayload): Promise<number> {
  const newest = db
    .selectFrom('webhook_deliveries')
    .select((of) => of.fn.max('seq').as('seq'))
    .where('webhook_id', '=', webhook_id)
    .where('resource', '=', resource)
    .where('record_id', '=', record_id);
  return Number((await newest.executeTakeFirst())?.seq ?? 0) + 1;
}

/** Adds an event for a webhook, and the message that sends it. Call it in the transaction of the change. */
export async function addDelivery(db: Db, of: WebhookPayload, event: string, action: string | null): Promise<void> {
  const now = Date.now();
  const times = { created_at: now, expires_at: now + WEBHOOK_LIFETIME_MS, locked_until: 0, sent_at: null };
  const row: WebhookDeliveryRow = {
    ...{ ...of, ...times, id: newId(now), seq: await findNextSeq(db, of) },
    ...{ event, action, state: 'waiting', tries: 0, last_error: null },
  };
  await db.insertInto('webhook_deliveries').values(row).execute();
  await addToOutbox(db, 'webhook', [of], MESSAGE_LIFETIME_MS);
}

/** Queues the events of changes for the webhooks that want them. Call it last in the transaction of the changes. */
export async function queueWebhooks(db: Db, changes: readonly RecordEvent[]): Promise<void> {
  const events = changes.flatMap((change) => {
    const name = getEventName(change);
    return name ? [{ ...change, name }] : [];
  });
  if (events.length === 0) return;
  const webhooks = await db.selectFrom('webhooks').selectAll().where('ended_at', 'is', null).execute();
  for (const { resource, id, name, action } of events)
    for (const webhook of webhooks)
      if ((JSON.parse(webhook.resources) as string[]).includes(resource.name)) {
        const of = { webhook_id: webhook.id, resource: resource.name, record_id: id };
        await addDelivery(db, of, `${resource.name}.${name}`, action ?? null);
      }
}

export const findWebhook = (db: Db, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).where('ended_at', 'is', null).executeTakeFirst();

/** Finds the next event to send for a record. */
export const findNextDelivery = (db: Db, of: WebhookPayload): Promise<WebhookDeliveryRow | undefined> =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', of.webhook_id)
    .where('resource', '=', of.resource)
    .where('record_id', '=', of.record_id)
    .where('state', '=', 'waiting')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();

/** Locks an event for one server; false if another one is sending it or has sent it. */
export function lockDelivery(db: Db, id: string): Promise<boolean> {
  const now = Date.now();
  const update = db
    .updateTable('webhook_deliveries')
    .set((row) => ({ locked_until: now + DELIVERY_LOCK_MS, tries: row('tries', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where((row) =>
      row.or([row('locked_until', '<=', now), row('locked_until', '>', now + DELIVERY_LOCK_MS + CLOCK_SKEW_MS)]),
    );
  return changesRow(update);
}

/** Ends an event, or with `waiting` frees it for another try. One that another server has ended stays as it is. */
export async function setDeliveryState(
  db: Db,
  id: string,
  state: WebhookDeliveryRow['state'],
  error: string | null = null,
): Promise<void> {
  const sent_at = state === 'sent' ? Date.now() : null;
  const values = { state, last_error: error, sent_at, locked_until: 0 };
  await db.updateTable('webhook_deliveries').set(values).where('id', '=', id).where('state', '=', 'waiting').execute();
}

/** Pauses a webhook after a failure, so that one receiver does not keep the outbox busy; 0 failures end the pause. */
export async function setWebhookFailures(db: Db, id: string, failures: number, pausedUntil: number): Promise<void> {
  await db.updateTable('webhooks').set({ failures, paused_until: pausedUntil }).where('id', '=', id).execute();
}

/** Deletes events that ended before `until`. Returns their number. */
export async function pruneDeliveries(db: Db, until: number): Promise<number> {
  const query = db.deleteFrom('webhook_deliveries').where('state', '!=', 'waiting').where('created_at', '<', until);
  return Number((await query.executeTakeFirstOrThrow()).numDeletedRows);
}

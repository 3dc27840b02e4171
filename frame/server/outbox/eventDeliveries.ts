import { changesRow } from '../db/changesRow.ts';
import type { Db, EventDeliveryRow, WebhookRow } from '../db/databaseSchema.ts';
import { newId } from '../db/newId.ts';
import { addToOutbox } from './outboxRows.ts';

const HOUR_MS = 3_600_000;
/** How long an event is tried. */
const DELIVERY_LIFETIME_MS = 72 * HOUR_MS;
/** The message outlives its events, so that it ends them. */
const MESSAGE_LIFETIME_MS = DELIVERY_LIFETIME_MS + 3 * HOUR_MS;
/** A server that handles an event has this long. */
const DELIVERY_LOCK_MS = 60_000;
const CLOCK_SKEW_MS = 60_000;

/** The events of one record for one receiver, which are handled in order. */
export type DeliveryKey = Pick<EventDeliveryRow, 'target' | 'resource' | 'record_id'>;

/** An event as `addDelivery` takes it. */
export interface NewDelivery extends DeliveryKey, Pick<EventDeliveryRow, 'event' | 'action'> {
  /** The webhook, if the target is one. */
  webhook_id: string | null;
}

const selectDeliveries = (db: Db, { target, resource, record_id }: DeliveryKey) =>
  db
    .selectFrom('event_deliveries')
    .where('target', '=', target)
    .where('resource', '=', resource)
    .where('record_id', '=', record_id);

/** Returns the next number of an event. The lock of the record keeps other transactions from taking it. */
async function findNextSeq(db: Db, key: DeliveryKey): Promise<number> {
  const newest = selectDeliveries(db, key).select((of) => of.fn.max('seq').as('seq'));
  return Number((await newest.executeTakeFirst())?.seq ?? 0) + 1;
}

/** Adds an event, and the message that handles it. Call it in the transaction of the change. */
export async function addDelivery(db: Db, delivery: NewDelivery): Promise<void> {
  const now = Date.now();
  const { webhook_id, target, resource, record_id } = delivery;
  const times = { created_at: now, expires_at: now + DELIVERY_LIFETIME_MS, locked_until: 0, sent_at: null };
  const row: EventDeliveryRow = {
    ...{ ...delivery, ...times, id: newId(now), seq: await findNextSeq(db, delivery) },
    ...{ state: 'waiting', tries: 0, last_error: null },
  };
  await db.insertInto('event_deliveries').values(row).execute();
  const payload: DeliveryKey = { target, resource, record_id };
  await addToOutbox(db, webhook_id ? 'webhook' : 'automation', [payload], MESSAGE_LIFETIME_MS);
}

export const findWebhook = (db: Db, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).where('ended_at', 'is', null).executeTakeFirst();

/** Finds the next event to handle for a record. */
export const findNextDelivery = (db: Db, key: DeliveryKey): Promise<EventDeliveryRow | undefined> =>
  selectDeliveries(db, key).selectAll().where('state', '=', 'waiting').orderBy('seq').limit(1).executeTakeFirst();

/** Finds the newest events of a receiver, newest first. */
export const findDeliveries = (db: Db, target: string, limit: number): Promise<EventDeliveryRow[]> =>
  db
    .selectFrom('event_deliveries')
    .selectAll()
    .where('target', '=', target)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Locks an event for one server; false if another one is handling it or has done so. */
export function lockDelivery(db: Db, id: string, lockMs = DELIVERY_LOCK_MS): Promise<boolean> {
  const now = Date.now();
  const update = db
    .updateTable('event_deliveries')
    .set((row) => ({ locked_until: now + lockMs, tries: row('tries', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where((row) => row.or([row('locked_until', '<=', now), row('locked_until', '>', now + lockMs + CLOCK_SKEW_MS)]));
  return changesRow(update);
}

/** Ends an event, or with `waiting` frees it for another try. One that another server has ended stays as it is. */
export async function setDeliveryState(
  db: Db,
  id: string,
  state: EventDeliveryRow['state'],
  error: string | null = null,
): Promise<void> {
  const sent_at = state === 'sent' ? Date.now() : null;
  const values = { state, last_error: error, sent_at, locked_until: 0 };
  await db.updateTable('event_deliveries').set(values).where('id', '=', id).where('state', '=', 'waiting').execute();
}

/** Pauses a webhook after a failure, so that one receiver does not keep the outbox busy; 0 failures end the pause. */
export async function setWebhookFailures(db: Db, id: string, failures: number, pausedUntil: number): Promise<void> {
  await db.updateTable('webhooks').set({ failures, paused_until: pausedUntil }).where('id', '=', id).execute();
}

/** Deletes events that ended before `until`. Returns their number. */
export async function pruneDeliveries(db: Db, until: number): Promise<number> {
  const query = db.deleteFrom('event_deliveries').where('state', '!=', 'waiting').where('created_at', '<', until);
  return Number((await query.executeTakeFirstOrThrow()).numDeletedRows);
}

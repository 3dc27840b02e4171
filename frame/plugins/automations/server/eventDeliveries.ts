import { addToOutbox } from 'portal-frame/server';
import { type Db, expandJsonTexts, insertRows, newId } from 'portal-frame/server/database';
import { changesRow, createCodedError, getLogReason } from 'portal-frame/server/plugins';
import type { EventDeliveryRow, WebhookRow } from './eventTables.ts';

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

/** An event as `addDeliveries` takes it. */
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

const toKeyText = ({ target, resource, record_id }: DeliveryKey) => JSON.stringify([target, resource, record_id]);

/** Finds the last number of an event by receiver and record. The lock of a record keeps other transactions from the next. */
async function findLastSeqs(db: Db, deliveries: readonly NewDelivery[]): Promise<Map<string, number>> {
  const ids = [...new Set(deliveries.map(({ record_id }) => record_id))];
  const rows = await db
    .selectFrom('event_deliveries')
    .select((of) => ['target', 'resource', 'record_id', of.fn.max('seq').as('seq')])
    .where('target', 'in', [...new Set(deliveries.map(({ target }) => target))])
    .where('record_id', 'in', expandJsonTexts(db, JSON.stringify(ids)))
    .groupBy(['target', 'resource', 'record_id'])
    .execute();
  return new Map(rows.map((row) => [toKeyText(row), Number(row.seq)]));
}

/** Adds events, and the messages that handle them. Call it in the transaction of the changes. */
export async function addDeliveries(db: Db, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const now = Date.now();
  const seqs = await findLastSeqs(db, deliveries);
  const times = { created_at: now, expires_at: now + DELIVERY_LIFETIME_MS, locked_until: 0, sent_at: null };
  const rows = deliveries.map((delivery): EventDeliveryRow => {
    const key = toKeyText(delivery);
    const seq = (seqs.get(key) ?? 0) + 1;
    seqs.set(key, seq);
    return { ...delivery, ...times, id: newId(now), seq, state: 'waiting', tries: 0, last_error: null };
  });
  await insertRows(db, 'event_deliveries', rows);
  const byKind = Map.groupBy(deliveries, ({ webhook_id }) => (webhook_id ? 'webhook' : 'automation'));
  for (const [kind, some] of byKind) {
    const payloads = some.map(({ target, resource, record_id }): DeliveryKey => ({ target, resource, record_id }));
    await addToOutbox(db, kind, payloads, MESSAGE_LIFETIME_MS);
  }
}

export const findWebhook = (db: Db, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).where('ended_at', 'is', null).executeTakeFirst();

/** Finds the next event to handle for a record. */
const findNextDelivery = (db: Db, key: DeliveryKey): Promise<EventDeliveryRow | undefined> =>
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
function lockDelivery(db: Db, id: string, lockMs = DELIVERY_LOCK_MS): Promise<boolean> {
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

/** The receiver of events, and how it handles one that is locked for it. What throws is tried again. */
interface DeliveryHandling<Receiver> {
  findReceiver(): Promise<Receiver | undefined> | Receiver | undefined;
  isPaused?(receiver: Receiver): boolean;
  handle(receiver: Receiver, delivery: EventDeliveryRow): Promise<void>;
  lockMs?: number;
}

/** Handles the waiting events of a record in order. Throws to be tried again: a failed event holds back later ones. */
export async function handleDeliveries<Receiver>(
  db: Db,
  key: DeliveryKey,
  { findReceiver, isPaused, handle, lockMs }: DeliveryHandling<Receiver>,
): Promise<void> {
  for (;;) {
    const delivery = await findNextDelivery(db, key);
    if (!delivery) return;
    const { id, expires_at, last_error } = delivery;
    const receiver = await findReceiver();
    if (!receiver) await setDeliveryState(db, id, 'skipped');
    else if (expires_at <= Date.now()) await setDeliveryState(db, id, 'failed', last_error);
    else if (isPaused?.(receiver)) throw createCodedError('RECEIVER_PAUSED');
    else if (!(await lockDelivery(db, id, lockMs))) throw createCodedError('RECEIVER_BUSY');
    else
      try {
        await handle(receiver, delivery);
      } catch (cause) {
        await setDeliveryState(db, id, 'waiting', getLogReason(cause));
        throw cause;
      }
  }
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

import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Where } from 'portal-frame';
import type { CommitContext } from 'portal-frame/server';
import { expandJsonTexts, getCollection } from 'portal-frame/server/database';
import { compileWhere, parseWhere } from 'portal-frame/server/plugins';
import type { EventsConfig } from '../automationConfig.ts';
import { addDeliveries, type NewDelivery } from './eventDeliveries.ts';

type Change = CommitContext['changes'][number];
type EventName = keyof EventsConfig;

/** Returns the name of the event if `on` wants it. */
function getEventName(on: EventsConfig | undefined, change: Change): EventName | undefined {
  const { operation, action, before, values } = change;
  const { create, update, transition } = on ?? {};
  const isNamed = (names: true | readonly string[] | undefined, name: string) =>
    names === true || (names?.includes(name) ?? false);
  if (operation === 'create') return create ? 'create' : undefined;
  if (operation === 'transition') return isNamed(transition, action ?? '') ? 'transition' : undefined;
  if (operation !== 'change') return undefined;
  const changed = Object.keys(values).filter((name) => !isDeepStrictEqual(values[name], before?.[name]));
  return update === true || changed.some((name) => isNamed(update, name)) ? 'update' : undefined;
}

const toDelivery = (
  { resource, id, action }: Change,
  event: EventName,
  receiver: Pick<NewDelivery, 'target' | 'webhook_id'>,
): NewDelivery => ({ ...receiver, resource, record_id: id, event: `${resource}.${event}`, action: action ?? null });

async function listWebhookDeliveries({ db, services, changes }: CommitContext): Promise<NewDelivery[]> {
  const events = changes.flatMap((change) => {
    const event = getEventName(getCollection(services, change.resource).resource.on, change);
    return event ? [{ change, event }] : [];
  });
  if (events.length === 0) return [];
  const webhooks = await db.selectFrom('webhooks').selectAll().where('ended_at', 'is', null).execute();
  return events.flatMap(({ change, event }) =>
    webhooks
      .filter(({ resources }) => (JSON.parse(resources) as string[]).includes(change.resource))
      .map(({ id }) => toDelivery(change, event, { target: id, webhook_id: id })),
  );
}

/** Finds the records that match as the transaction has them. */
async function findMatching(
  { db, services }: CommitContext,
  name: string,
  where: Where,
  ids: readonly string[],
): Promise<Set<string>> {
  const collection = getCollection(services, name);
  // The check of configs refuses `me`: nobody is signed in.
  const context = { collections: services.collections, zone: collection.timeZone, me: sql`null` };
  const condition = compileWhere(collection, parseWhere(where), context);
  const some = expandJsonTexts(db, JSON.stringify(ids));
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(collection.table)}
    where id in ${some} and ${condition}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Lists the events of one collection's changes for its automations. */
async function listAutomationDeliveries(
  context: CommitContext,
  [name, changes]: readonly [string, readonly Change[]],
): Promise<NewDelivery[]> {
  const { automations = {} } = getCollection(context.services, name).resource;
  const deliveries: NewDelivery[] = [];
  for (const [automation, { on, where, job }] of Object.entries(automations)) {
    // A job that changes its own record would start itself for ever.
    if (job !== undefined && job === context.actor) continue;
    const events = changes.flatMap((change) => {
      const event = getEventName(on, change);
      return event ? [{ change, event }] : [];
    });
    const ids = events.map(({ change }) => change.id);
    const matching = where && ids.length > 0 ? await findMatching(context, name, where, ids) : undefined;
    for (const { change, event } of events)
      if (matching?.has(change.id) ?? true)
        deliveries.push(toDelivery(change, event, { target: `${name}.${automation}`, webhook_id: null }));
  }
  return deliveries;
}

/** Queues the events of changes for the webhooks and automations that want them, in the transaction of the changes. */
export async function queueEvents(context: CommitContext): Promise<void> {
  const deliveries = await listWebhookDeliveries(context);
  for (const part of Map.groupBy(context.changes, ({ resource }) => resource))
    deliveries.push(...(await listAutomationDeliveries(context, part)));
  await addDeliveries(context.db, deliveries);
}

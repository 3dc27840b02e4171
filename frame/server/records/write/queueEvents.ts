import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { EventsConfig } from '../../../config/resource.ts';
import { parseWhere } from '../../../where/parseWhere.ts';
import type { Where } from '../../../where/where.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { expandJsonTexts } from '../../db/jsonLists.ts';
import { addDeliveries, type NewDelivery } from '../../outbox/eventDeliveries.ts';
import type { Services } from '../../services.ts';
import { compileWhere } from '../query/compileWhere.ts';
import type { RecordChange } from '../read/operationContext.ts';
import type { Collection } from '../schema/collection.ts';

type CollectionChange = RecordChange & { collection: Collection };
type EventName = keyof EventsConfig;

/** Returns the name of the event if `on` wants it. */
function getEventName(on: EventsConfig | undefined, change: RecordChange): EventName | undefined {
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
  { collection, id, action }: CollectionChange,
  event: EventName,
  receiver: Pick<NewDelivery, 'target' | 'webhook_id'>,
): NewDelivery => {
  const { name } = collection.resource;
  return { ...receiver, resource: name, record_id: id, event: `${name}.${event}`, action: action ?? null };
};

async function listWebhookDeliveries(db: Db, changes: readonly CollectionChange[]): Promise<NewDelivery[]> {
  const events = changes.flatMap((change) => {
    const event = getEventName(change.collection.resource.on, change);
    return event ? [{ change, event }] : [];
  });
  if (events.length === 0) return [];
  const webhooks = await db.selectFrom('webhooks').selectAll().where('ended_at', 'is', null).execute();
  return events.flatMap(({ change, event }) =>
    webhooks
      .filter(({ resources }) => (JSON.parse(resources) as string[]).includes(change.collection.resource.name))
      .map(({ id }) => toDelivery(change, event, { target: id, webhook_id: id })),
  );
}

/** Finds the records that match as the transaction has them. */
async function findMatching(
  db: Db,
  { collections }: Pick<Services, 'collections'>,
  collection: Collection,
  where: Where,
  ids: readonly string[],
): Promise<Set<string>> {
  // The check of configs refuses `me`: nobody is signed in.
  const context = { collections, zone: collection.timeZone, me: sql`null` };
  const condition = compileWhere(collection, parseWhere(where), context);
  const some = expandJsonTexts(db, JSON.stringify(ids));
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(collection.table)}
    where id in ${some} and ${condition}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Lists the events of one collection's changes for its automations. `actor` is the job that made the changes. */
async function listAutomationDeliveries(
  db: Db,
  services: Pick<Services, 'collections'>,
  [collection, changes]: readonly [Collection, readonly CollectionChange[]],
  actor: string | undefined,
): Promise<NewDelivery[]> {
  const { name, automations = {} } = collection.resource;
  const deliveries: NewDelivery[] = [];
  for (const [automation, { on, where, job }] of Object.entries(automations)) {
    // A job that changes its own record would start itself for ever.
    if (job !== undefined && job === actor) continue;
    const events = changes.flatMap((change) => {
      const event = getEventName(on, change);
      return event ? [{ change, event }] : [];
    });
    const ids = events.map(({ change }) => change.id);
    const matching = where && ids.length > 0 ? await findMatching(db, services, collection, where, ids) : undefined;
    for (const { change, event } of events)
      if (matching?.has(change.id) ?? true)
        deliveries.push(toDelivery(change, event, { target: `${name}.${automation}`, webhook_id: null }));
  }
  return deliveries;
}

/**
 * Queues the events of changes for the webhooks and automations that want them. Call it last in the transaction of the
 * changes. `actor` is the job that made them, if any.
 */
export async function queueEvents(
  db: Db,
  services: Pick<Services, 'collections'>,
  changes: readonly CollectionChange[],
  actor?: string,
): Promise<void> {
  const deliveries = await listWebhookDeliveries(db, changes);
  for (const part of Map.groupBy(changes, ({ collection }) => collection))
    deliveries.push(...(await listAutomationDeliveries(db, services, part, actor)));
  await addDeliveries(db, deliveries);
}

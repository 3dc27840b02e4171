import { isDeepStrictEqual } from 'node:util';
import { type SqlBool, sql } from 'kysely';
import type { EventsConfig } from '../../../config/resource.ts';
import { parseWhere } from '../../../where/parseWhere.ts';
import type { Where } from '../../../where/where.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { addDelivery } from '../../outbox/eventDeliveries.ts';
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

/** Queues an event for the target, if it may follow this change. */
const queueEvent = (
  db: Db,
  { collection, id, action }: CollectionChange,
  event: EventName,
  receiver: { target: string; webhook_id: string | null },
) => {
  const { name } = collection.resource;
  return addDelivery(db, {
    ...{ ...receiver, resource: name, record_id: id, event: `${name}.${event}`, action: action ?? null },
  });
};

async function queueWebhooks(db: Db, changes: readonly CollectionChange[]): Promise<void> {
  const events = changes.flatMap((change) => {
    const event = getEventName(change.collection.resource.on, change);
    return event ? [{ change, event }] : [];
  });
  if (events.length === 0) return;
  const webhooks = await db.selectFrom('webhooks').selectAll().where('ended_at', 'is', null).execute();
  for (const { change, event } of events)
    for (const { id, resources } of webhooks)
      if ((JSON.parse(resources) as string[]).includes(change.collection.resource.name))
        await queueEvent(db, change, event, { target: id, webhook_id: id });
}

/** True if the record matches as the transaction has it. */
async function matches(db: Db, { collections }: Pick<Services, 'collections'>, change: CollectionChange, where: Where) {
  const { collection, id } = change;
  // The check of configs refuses `me`: nobody is signed in.
  const context = { collections, zone: collection.timeZone, me: sql`null` };
  const condition = compileWhere(collection, parseWhere(where), context);
  const found = sql<SqlBool>`select 1 from ${sql.table(collection.table)} where id = ${id} and ${condition}`;
  return (await found.execute(db)).rows.length > 0;
}

async function queueAutomations(
  db: Db,
  services: Pick<Services, 'collections'>,
  change: CollectionChange,
  actor: string | undefined,
): Promise<void> {
  const { name, automations = {} } = change.collection.resource;
  for (const [automation, { on, where, job }] of Object.entries(automations)) {
    const event = getEventName(on, change);
    // A job that changes its own record would start itself for ever.
    if (!event || (job !== undefined && job === actor)) continue;
    if (where && !(await matches(db, services, change, where))) continue;
    await queueEvent(db, change, event, { target: `${name}.${automation}`, webhook_id: null });
  }
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
  await queueWebhooks(db, changes);
  for (const change of changes) await queueAutomations(db, services, change, actor);
}

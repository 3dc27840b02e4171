import { Refusal } from '../../frame/server/base/refusal.ts';
import type { Db } from '../../frame/server/db/databaseSchema.ts';
import { newId } from '../../frame/server/db/newId.ts';
import type { Publish } from '../../frame/server/outbox/transact.ts';
import type { Calling } from '../../frame/server/records/read/operationContext.ts';
import { sceneOf } from '../../frame/server/records/read/operationContext.ts';
import { collectionDb, schemaDb } from '../../frame/server/records/schema/collectionDb.ts';
import { addRecord } from '../../frame/server/records/write/writeRecord.ts';
import { takenIn } from '../../frame/server/records/write/writeTransaction.ts';
import type { Services } from '../../frame/server/services.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { columnOf, orderPlaces } from './places.ts';

interface Drawn {
  label: string;
  /** The id of its kind. */
  tube: string;
  at: number;
}

/**
 * Binds a label to a tube of a visit's order, within the transaction of the report that says so, and notes it. Throws a
 * Refusal where there is no order, no such kind, or the label is another tube's: of two at a time one has it.
 */
export async function bindLabel(
  [db, publish]: [Db, Publish],
  services: Services,
  calling: Calling,
  visit: AppointmentRow,
  { label, tube, at }: Drawn,
): Promise<void> {
  const places = orderPlaces(services);
  const writing = collectionDb(db as never);
  const order =
    places &&
    (await writing
      .selectFrom(places.testOrders.table)
      .select('id')
      .where(columnOf(places.testOrders, 'appointment'), '=', visit.id)
      .executeTakeFirst());
  if (!places || !order) throw new Refusal(409, 'server.noOrder');
  const kind = await writing.selectFrom(places.tubeKinds.table).select('id').where('id', '=', tube).executeTakeFirst();
  if (!kind) throw Refusal.at('tube', 400, 'validation.choice');
  const scene = sceneOf(services, 'drawnTubes', calling);
  const drawnAt = new Date(at).toISOString();
  const fixed = { label, testOrder: order.id, tubeKind: kind.id, drawnAt, drawnBy: calling.account.id };
  const now = Date.now();
  const id = newId(now);
  try {
    await addRecord(scene, writing, publish, {}, { id, now, fixed });
  } catch (cause) {
    if (takenIn(scene.collection, cause)) throw Refusal.at('label', 409, 'server.labelUsed', { label });
    throw cause;
  }
  await calling.note(schemaDb(writing), { also: [{ operation: 'create', resource: 'drawnTubes', recordId: id }] });
}

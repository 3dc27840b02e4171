import {
  createContext,
  insertRecord,
  type SignedInCall,
  toCollectionDb,
  toTakenRefusal,
  toWriteContext,
} from 'portal-frame/internal/records';
import { HttpError, type Publish, type Services } from 'portal-frame/server';
import { type Db, newId } from 'portal-frame/server/database';
import type { AppointmentRow } from '../store/schema.ts';
import { findOrderCollections, getColumn } from './orderCollections.ts';

interface DrawnLabel {
  label: string;
  /** Id of the tube kind. */
  tube: string;
  at: number;
}

/** Binds a label to a tube of the visit's order. Throws an HttpError without order or kind, or if it is taken. */
export async function bindLabel(
  [db, publish]: [Db, Publish],
  services: Services,
  calling: SignedInCall,
  visit: AppointmentRow,
  { label, tube, at }: DrawnLabel,
): Promise<void> {
  const places = findOrderCollections(services);
  const writing = toCollectionDb(db);
  const order =
    places &&
    (await writing
      .selectFrom(places.testOrders.table)
      .select('id')
      .where(getColumn(places.testOrders, 'appointment'), '=', visit.id)
      .executeTakeFirst());
  if (!places || !order) throw new HttpError(409, 'server.noOrder');
  const kind = await writing.selectFrom(places.tubeKinds.table).select('id').where('id', '=', tube).executeTakeFirst();
  if (!kind) throw HttpError.forField('tube', 400, 'validation.choice');
  const scene = createContext(services, 'drawnTubes', calling);
  const drawnAt = new Date(at).toISOString();
  const fixed = { label, testOrder: order.id, tubeKind: kind.id, drawnAt, drawnBy: calling.account.id };
  const now = Date.now();
  const id = newId(now);
  try {
    await insertRecord(toWriteContext(scene, writing, publish), {}, { id, now, fixed });
  } catch (cause) {
    if (toTakenRefusal(scene.collection, cause)) throw HttpError.forField('label', 409, 'server.labelUsed', { label });
    throw cause;
  }
  await calling.note(writing, { nested: [{ operation: 'create', resource: 'drawnTubes', recordId: id }] });
}

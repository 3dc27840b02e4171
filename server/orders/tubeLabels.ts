import { HttpError, records, type TransactionContext, trustedContext } from 'portal-frame/server';
import { getColumn } from 'portal-frame/server/database';
import type { AppointmentRow } from '../store/schema.ts';
import { findOrderCollections } from './orderCollections.ts';

interface DrawnLabel {
  label: string;
  /** Id of the tube kind. */
  tube: string;
  at: number;
}

/** Records a drawn tube of the visit's order. Throws an HttpError without order or kind, or if the label is taken. */
export async function bindLabel(
  tx: TransactionContext,
  visit: AppointmentRow,
  { label, tube, at }: DrawnLabel,
): Promise<void> {
  const { db, services, account } = tx;
  const places = findOrderCollections(services);
  const order =
    places &&
    (await db
      .selectFrom(places.testOrders.table)
      .select('id')
      .where(getColumn(places.testOrders, 'appointment'), '=', visit.id)
      .executeTakeFirst());
  if (!places || !order) throw new HttpError(409, 'server.noOrder');
  const kind = await db.selectFrom(places.tubeKinds.table).select('id').where('id', '=', tube).executeTakeFirst();
  if (!kind) throw HttpError.forField('tube', 400, 'validation.choice');
  const drawnAt = new Date(at).toISOString();
  const drawn = { label, testOrder: order.id, tubeKind: kind.id, drawnAt, drawnBy: account.id };
  const creating = records(trustedContext(tx)).create('drawnTubes', drawn);
  const { id } = await creating.catch((cause: unknown) => {
    const isTaken = cause instanceof HttpError && cause.status === 409 && cause.details.errors?.label;
    throw isTaken ? HttpError.forField('label', 409, 'server.labelUsed', { label }) : cause;
  });
  await tx.note(db, { nested: [{ operation: 'create', resource: 'drawnTubes', recordId: id }] });
}

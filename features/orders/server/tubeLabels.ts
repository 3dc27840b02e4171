import { HttpError, records, systemContext, type TransactionContext, trustedContext } from 'portal-frame/server';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import type { DrawnLabel } from '../../../server/visitOrders.ts';
import { findOrderCollections } from './orderCollections.ts';

/** Records a drawn tube of the visit's order. Throws an HttpError without order or kind, or if the label is taken. */
export async function bindLabel(
  tx: TransactionContext,
  visit: AppointmentRow,
  { label, tube, at }: DrawnLabel,
): Promise<void> {
  if (!findOrderCollections(tx.services)) throw new HttpError(409, 'server.noOrder');
  const api = records(systemContext(tx));
  const ofVisit = { where: { appointment: visit.id }, fields: ['requisition'], perPage: 1 } as const;
  const [order] = (await api.find('testOrders', ofVisit)).records;
  if (!order) throw new HttpError(409, 'server.noOrder');
  if ((await api.count('tubeKinds', { where: { id: tube } })) === 0)
    throw HttpError.forField('tube', 400, 'validation.choice');
  const drawnAt = new Date(at).toISOString();
  const drawn = { label, testOrder: order.id, tubeKind: tube, drawnAt, drawnBy: tx.account.id };
  const creating = records(trustedContext(tx)).create('drawnTubes', drawn);
  const { id } = await creating.catch((cause: unknown) => {
    const isTaken = cause instanceof HttpError && cause.status === 409 && cause.details.errors?.label;
    throw isTaken ? HttpError.forField('label', 409, 'server.labelUsed', { label }) : cause;
  });
  await tx.note(tx.db, { nested: [{ operation: 'create', resource: 'drawnTubes', recordId: id }] });
}

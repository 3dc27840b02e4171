import { type CallHandlers, notFound } from 'portal-frame/server';
import { ownerOf } from '../../../server/calls/appointmentWire.ts';
import { appointmentById, loadDetails } from '../../../server/store/appointments.ts';
import { findPatientAnswer } from '../../../server/visitParts.ts';
import type { orderCalls } from '../wire/visitOrderApi.ts';
import { findVisitGaps } from './orderReadiness.ts';
import { findWireOrders } from './wireOrders.ts';

export const orderHandlers: CallHandlers<typeof orderCalls> = {
  async visitOrder({ params, account }, services) {
    const row = await appointmentById(services.db, params.id, ownerOf(account));
    if (!row) throw notFound();
    const orders = await findWireOrders(services, [row]);
    const gaps = await findVisitGaps(services, await loadDetails(services.db, [row]));
    const answer = await findPatientAnswer(services, row);
    const confirmation = answer ? { ...answer, at: new Date(answer.at).toISOString() } : null;
    return { data: { order: orders.get(row.id) ?? null, gaps: gaps.get(row.id) ?? [], confirmation } };
  },
};

import { notFound } from 'portal-frame/server';
import { findVisitGaps } from '../orders/orderReadiness.ts';
import { findWireOrders } from '../orders/wireOrders.ts';
import { appointmentById, loadDetails } from '../store/appointments.ts';
import { findPatientAnswer } from '../visitParts.ts';
import { ownerOf } from './appointmentWire.ts';
import type { SomeHandlers } from './handler.ts';

export const orderHandlers = {
  async visitOrder({ params, account }, services) {
    const row = await appointmentById(services.db, params.id, ownerOf(account));
    if (!row) throw notFound();
    const orders = await findWireOrders(services, [row]);
    const gaps = await findVisitGaps(services, await loadDetails(services.db, [row]));
    const answer = await findPatientAnswer(services, row);
    const confirmation = answer ? { ...answer, at: new Date(answer.at).toISOString() } : null;
    return { data: { order: orders.get(row.id) ?? null, gaps: gaps.get(row.id) ?? [], confirmation } };
  },
} satisfies SomeHandlers;

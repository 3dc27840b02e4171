import type { Handlers } from '../http/handler.ts';
import { notFound } from '../http/refusal.ts';
import { ordersFor } from '../orders/order.ts';
import { gapsFor } from '../orders/ready.ts';
import { appointmentById, complete } from '../store/appointments.ts';
import { ownerOf } from './appointmentWire.ts';

export const orderHandlers: Handlers<'visitOrder'> = {
  async visitOrder({ params, account }, services) {
    const row = await appointmentById(services.db, params.id, ownerOf(account));
    if (!row) throw notFound();
    const orders = await ordersFor(services, [row]);
    const gaps = await gapsFor(services, await complete(services.db, [row]));
    return { data: { order: orders.get(row.id) ?? null, gaps: gaps.get(row.id) ?? [] } };
  },
};

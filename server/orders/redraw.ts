import { sql } from 'kysely';
import type { CollectionRecord } from 'portal-frame';
import { getServerTexts, type TransactionHookContext } from 'portal-frame/server';
import { findAccountById } from 'portal-frame/server/accounts';
import {
  type Db,
  findStoredRecords,
  getColumn,
  insertRows,
  newId,
  type StoredRecord,
} from 'portal-frame/server/database';
import { fromWireTimings } from 'portal-frame/wire';
import { sendNotice } from '../outbox/appointmentNotices.ts';
import { createAppointmentEvent } from '../outbox/liveChanges.ts';
import { appointmentById, NEW_VISIT } from '../store/appointments.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { findOrderCollections, type OrderCollections } from './orderCollections.ts';
import { proposeTime } from './proposedTime.ts';

export type OrderValues = Partial<CollectionRecord<'testOrders'>>;
interface RedrawContext extends Pick<TransactionHookContext, 'db' | 'services'> {
  transaction: Pick<TransactionHookContext['transaction'], 'publish' | 'alsoChanged'>;
  orders: {
    create(values: OrderValues): Promise<{ id: string }>;
    update(id: string, values: OrderValues): Promise<unknown>;
  };
}

/** Finds the latest redraw of an order whose visit is pending and unassigned, so that tests can still be added. */
async function findOpenRedraw(
  { db }: RedrawContext,
  { testOrders }: OrderCollections,
  order: string,
): Promise<string | undefined> {
  const found = sql<{ id: string }>`select o.id from ${sql.table(testOrders.table)} as o
    join appointments as a on a.id = o.${sql.ref(getColumn(testOrders, 'appointment'))}
    where o.${sql.ref(getColumn(testOrders, 'redrawOf'))} = ${order}
      and a.status = 'Pending' and a.employee_id is null
    order by o.id desc limit 1`;
  return (await found.execute(db)).rows[0]?.id;
}

async function findWorkdays(db: Db, { laboratory_id }: AppointmentRow): Promise<string[]> {
  const laboratory = laboratory_id ? await findAccountById(db, laboratory_id) : undefined;
  const timings = laboratory?.timings ? fromWireTimings(JSON.parse(laboratory.timings)) : [];
  return timings.flatMap(({ day, start }) => (start ? day : []));
}

/** Adds the visit of a redraw: a copy of the first visit, unassigned, without files and fees, at a proposed time. */
async function addRedrawVisit(
  { db, services, transaction: { publish, alsoChanged } }: RedrawContext,
  first: AppointmentRow,
  order: StoredRecord<'testOrders'>,
): Promise<AppointmentRow> {
  const now = Date.now();
  const { translate } = getServerTexts();
  const requisition = order.requisition ?? '';
  const marked = translate(requisition ? 'orders.redrawNote' : 'orders.redrawNoteBare', { requisition });
  const row: AppointmentRow = {
    ...first,
    id: newId(now),
    // Files and fees belong to the first visit.
    ...{ ...NEW_VISIT, image: null, fees_cents: null, employee_id: null },
    scheduled_at: proposeTime(first.scheduled_at, services.config.timeZone, await findWorkdays(db, first), now),
    instructions: [marked, first.instructions].filter(Boolean).join('\n'),
    ...{ created_at: now, updated_at: now },
  };
  await insertRows(db, 'appointments', [row]);
  await sendNotice({ db, publish, services }, 'redraw', row);
  publish(createAppointmentEvent(row, 'create'));
  alsoChanged.push({ operation: 'create', resource: 'appointments', recordId: row.id });
  return row;
}

/**
 * Orders a redraw of a rejected or lost tube, in the transaction of that change. If the order already has a redraw with
 * a pending, unassigned visit, adds the tests to it. Returns the id of the redraw's order, or null if the original order
 * or visit is missing.
 */
export async function requestRedraw(
  inside: RedrawContext,
  tube: Pick<CollectionRecord<'drawnTubes'>, 'testOrder' | 'tests'>,
): Promise<string | null> {
  const { db, services, transaction, orders } = inside;
  const places = findOrderCollections(services);
  if (!places) return null;
  const [order] = await findStoredRecords(db, places.testOrders, [tube.testOrder]);
  const first = order && (await appointmentById(db, order.appointment));
  if (!order || !first) return null;
  const tests = tube.tests ?? [];
  const open = await findOpenRedraw(inside, places, order.id);
  if (open) {
    const [found] = await findStoredRecords(db, places.testOrders, [open]);
    const before = found?.tests ?? [];
    const combined = [...new Set([...before, ...tests])];
    const visit = found && (await appointmentById(db, found.appointment));
    await orders.update(open, { tests: combined });
    if (visit && combined.length > before.length)
      await sendNotice({ ...inside, publish: transaction.publish }, 'redrawMore', visit);
    return open;
  }
  const visit = await addRedrawVisit(inside, first, order);
  const { requisition, orderedBy, documentNeeded } = order;
  const created = await orders.create({
    ...{ appointment: visit.id, requisition, orderedBy, documentNeeded, tests },
    redrawOf: order.id,
    proposedFor: new Date(visit.scheduled_at).toISOString(),
  });
  return created.id;
}

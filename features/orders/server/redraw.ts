import { sql } from 'kysely';
import type { CollectionRecord } from 'portal-frame';
import { getServerTexts, records, systemContext, type TransactionHookContext } from 'portal-frame/server';
import { findAccountById } from 'portal-frame/server/accounts';
import { type Db, findStoredRecords, getColumn, type StoredRecord } from 'portal-frame/server/database';
import { fromWireTimings } from 'portal-frame/wire';
import { notifyAdmins } from '../../../server/outbox/appointmentNotices.ts';
import { appointmentById } from '../../../server/store/appointments.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import { findOrderCollections, type OrderCollections } from './orderCollections.ts';
import { proposeTime } from './proposedTime.ts';

type RedrawContext = Pick<TransactionHookContext, 'db' | 'records' | 'services' | 'transaction'>;

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

/** Fields of the first visit that a redraw copies. Employee, files and fees belong to the first visit. */
const COPIED = [
  ...(['patientName', 'email', 'age', 'contactNumber', 'accountNumber', 'address', 'dateOfBirth', 'gender'] as const),
  ...(['priorityLevel', 'laboratory', 'laboratoryAccount'] as const),
];
const MAX_INSTRUCTIONS = 4000;

/** Adds the visit of a redraw: an unassigned copy of the first visit at a proposed time. */
async function addRedrawVisit(
  context: RedrawContext,
  first: AppointmentRow,
  order: StoredRecord<'testOrders'>,
): Promise<AppointmentRow> {
  const { db, services, transaction } = context;
  const api = records(systemContext({ services, transaction, account: null }));
  const { translate } = getServerTexts();
  const requisition = order.requisition ?? '';
  const marked = translate(requisition ? 'orders.redrawNote' : 'orders.redrawNoteBare', { requisition });
  const at = proposeTime(first.scheduled_at, services.config.timeZone, await findWorkdays(db, first), Date.now());
  const instructions = [marked, first.instructions].filter(Boolean).join('\n');
  const { id } = await api.create(
    'appointments',
    {
      status: 'Pending',
      appointmentDateTime: new Date(at).toISOString(),
      specialInstructions: instructions.slice(0, MAX_INSTRUCTIONS).toWellFormed(),
    },
    { copy: { id: first.id, fields: COPIED }, fields: [] },
  );
  const row = (await appointmentById(db, id)) as AppointmentRow;
  await notifyAdmins({ db, services, publish: transaction.publish }, 'redraw', row);
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
  const { db, services, transaction, records: api } = inside;
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
    await api.update('testOrders', open, { tests: combined });
    if (visit && combined.length > before.length)
      await notifyAdmins({ ...inside, publish: transaction.publish }, 'redrawMore', visit);
    return open;
  }
  const visit = await addRedrawVisit(inside, first, order);
  const { requisition, orderedBy, documentNeeded } = order;
  const created = await api.create('testOrders', {
    ...{ appointment: visit.id, requisition, orderedBy, documentNeeded, tests },
    redrawOf: order.id,
    proposedFor: new Date(visit.scheduled_at).toISOString(),
  });
  return created.id;
}

import { sql } from 'kysely';
import { accountById } from '../../frame/server/accounts/accountRows.ts';
import { translateServer } from '../../frame/server/base/texts.ts';
import type { Db } from '../../frame/server/db/databaseSchema.ts';
import { newId } from '../../frame/server/db/newId.ts';
import { collectionDb, schemaDb } from '../../frame/server/records/schema/collectionDb.ts';
import type { Values } from '../../frame/server/records/schema/recordRow.ts';
import type { InsideContext } from '../../frame/server/records/write/runHooks.ts';
import { fromWireTimings } from '../../frame/wire/timings.ts';
import { appointmentEvent } from '../outbox/events.ts';
import { notify } from '../outbox/notify.ts';
import { addAppointment, appointmentById } from '../store/appointments.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { columnOf, type OrderPlaces, orderPlaces } from './places.ts';
import { type Read, recordsBy, textOf } from './planned.ts';
import { proposedTime } from './proposed.ts';

type Inside = Pick<InsideContext, 'db' | 'services' | 'along'>;

const testsOf = ({ tests }: Values): string[] => (Array.isArray(tests) ? tests.map(String) : []);

/** The redraw of an order that nobody has taken yet: what is rejected or lost after it is drawn again with it. */
async function waiting({ db }: Inside, { testOrders }: OrderPlaces, order: string): Promise<string | undefined> {
  const found = sql<{ id: string }>`select o.id from ${sql.table(testOrders.table)} as o
    join appointments as a on a.id = o.${sql.ref(columnOf(testOrders, 'appointment'))}
    where o.${sql.ref(columnOf(testOrders, 'redrawOf'))} = ${order}
      and a.status = 'Pending' and a.employee_id is null
    order by o.id desc limit 1`;
  return (await found.execute(collectionDb(db))).rows[0]?.id;
}

/** The laboratory's days of the week; none where it never said. */
async function daysOf(db: Db, { laboratory_id }: AppointmentRow): Promise<string[]> {
  const laboratory = laboratory_id ? await accountById(db, laboratory_id) : undefined;
  const timings = laboratory?.timings ? fromWireTimings(JSON.parse(laboratory.timings)) : [];
  return timings.flatMap(({ day, start }) => (start ? day : []));
}

/** Asks for a visit of the same patient that nobody has yet, at a proposed time, and notifies the admins. */
async function newVisit({ db, services, along }: Inside, first: AppointmentRow, order: Read): Promise<AppointmentRow> {
  const writing = schemaDb(db);
  const now = Date.now();
  const { translate } = translateServer();
  const requisition = textOf(order.requisition);
  const marked = translate(requisition ? 'orders.redrawNote' : 'orders.redrawNoteBare', { requisition });
  const row: AppointmentRow = {
    ...first,
    id: newId(now),
    // Files belong to one visit, and nobody said what this one costs.
    ...{ image: null, tracking_image: null, fees_cents: null },
    ...{ employee_id: null, status: 'Pending', cancel_reason: null, visit_state: null },
    scheduled_at: proposedTime(first.scheduled_at, services.config.timeZone, await daysOf(writing, first), now),
    instructions: [marked, first.instructions].filter(Boolean).join('\n'),
    ...{ created_at: now, updated_at: now, version: 1 },
  };
  await addAppointment(writing, row, []);
  await notify(writing, along.publish, services, 'redraw', row);
  along.publish(appointmentEvent(row, 'create'));
  along.note({ operation: 'create', resource: 'appointments', recordId: row.id });
  return row;
}

/**
 * Opens the redraw of a tube that is rejected or lost, within the change that says so, and gives the id of its order: the tests of that
 * tube alone, of the same patient, on a visit that nobody has. Tubes of one order wait for one visit.
 */
export async function drawAgain(inside: Inside, tube: Values): Promise<string | null> {
  const { db, services, along } = inside;
  const places = orderPlaces(services);
  if (!places) return null;
  const reading = { ...services, db: schemaDb(db) };
  const [order] = await recordsBy(reading, places.testOrders, [textOf(tube.testOrder)]);
  const first = order && (await appointmentById(reading.db, textOf(order.appointment)));
  if (!order || !first) return null;
  const tests = testsOf(tube);
  const open = await waiting(inside, places, order.id);
  if (open) {
    const [found] = await recordsBy(reading, places.testOrders, [open]);
    const before = testsOf(found ?? {});
    const combined = [...new Set([...before, ...tests])];
    const visit = found && (await appointmentById(reading.db, textOf(found.appointment)));
    await along.change('testOrders', open, { tests: combined });
    if (visit && combined.length > before.length)
      await notify(reading.db, along.publish, services, 'redrawMore', visit);
    return open;
  }
  const visit = await newVisit(inside, first, order);
  const { requisition, orderedBy, documentNeeded } = order;
  return along.add('testOrders', {
    ...{ appointment: visit.id, requisition, orderedBy, documentNeeded, tests },
    redrawOf: order.id,
    proposedFor: new Date(visit.scheduled_at).toISOString(),
  });
}

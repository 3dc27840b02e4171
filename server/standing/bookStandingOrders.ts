import {
  getToday,
  type JobContext,
  parseLocalTime,
  records,
  type TransactionContext,
  transaction,
  trustedContext,
} from 'portal-frame/server';
import { findAccountById } from 'portal-frame/server/accounts';
import { findCollection, type StoredRecord, toCollectionDb } from 'portal-frame/server/database';
import { addDays } from 'portal-frame/wire';
import { newRow, storeAppointment } from '../calls/newAppointments.ts';
import { findReasonsAmong } from '../plan/findReasons.ts';
import { listOccurrences, type Occurrence } from '../plan/listOccurrences.ts';
import { loadPlanRules, toPlannedVisits } from '../plan/loadPlanRules.ts';
import { type Facility, NO_NEEDS, type PlanRules } from '../plan/planRules.ts';
import { selectScheduled } from '../store/appointments.ts';
import { holdAssignable } from '../store/people.ts';

/** Days ahead that are booked. */
const BOOKED_DAYS = 14;
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

type StandingOrder = StoredRecord<'standingOrders'>;

/** The days of an order that are due and not yet booked. Times that have passed are not made up for. */
function listDue(order: StandingOrder, { closedDays }: PlanRules, today: string): Occurrence[] {
  const next = order.bookedUntil ? addDays(order.bookedUntil, 1) : order.from;
  const from = [next, order.from, today].toSorted().at(-1) ?? today;
  const isClosed = (day: string) =>
    ['', order.laboratory ?? ''].some((of) => closedDays.get(of)?.get(day) !== undefined);
  return listOccurrences(order, { from, to: addDays(today, BOOKED_DAYS) }, isClosed);
}

/** Finds the turn of a patient in the round of a facility that begins at a time: the first gap between its visits. */
async function findTurn(
  { db, services }: TransactionContext,
  rules: PlanRules,
  { id, minutes }: Facility,
  begin: number,
) {
  const rows = selectScheduled(db, { from: begin, to: begin + DAY })
    .selectAll()
    .where('status', '=', 'Pending');
  // The round's first visit is the first need that is entered.
  const visits = await toPlannedVisits({ ...services, db }, { ...rules, entered: true }, await rows.execute());
  let turn = begin;
  for (const visit of visits.filter(({ needs }) => needs?.facility === id).toSorted((a, b) => a.at - b.at))
    if (visit.at < turn + minutes * MINUTE) turn = Math.max(turn, visit.at + visit.minutes * MINUTE);
  return turn;
}

/** Books one visit. Without an employee who can make it, the visit waits for a dispatcher. */
async function bookVisit(
  tx: TransactionContext,
  order: StandingOrder,
  begin: number,
  rules: PlanRules,
): Promise<string> {
  const { db, services } = tx;
  const facility = rules.facilities.get(order.facility ?? '');
  const laboratory = (await findAccountById(db, order.laboratory ?? '')) ?? null;
  const named = order.employee ? ((await findAccountById(db, order.employee)) ?? null) : null;
  const employee = named && (await holdAssignable(db, named.id, services.store.kind)) ? named : null;
  const at = facility ? await findTurn(tx, rules, facility, begin) : begin;
  const { patientName, gender, priorityLevel, address, contactNumber, email, dateOfBirth } = order;
  const body = {
    ...{ patientName, gender, priorityLevel, status: 'Pending', appointmentDateTime: new Date(at).toISOString() },
    ...{ address: address || (facility?.address ?? ''), contactNumber: contactNumber ?? '', email: email ?? '' },
    ...(dateOfBirth && { dateOfBirth }),
  } as Parameters<typeof newRow>[0];
  const wanted = newRow(body, { employee, laboratory, name: laboratory?.full_name ?? '' }, null, services);
  const needs = facility && { ...NO_NEEDS, facility: facility.id };
  const against = await findReasonsAmong(db, [wanted], services, {
    rules,
    ...(needs && { needs: new Map([[wanted.id, needs]]) }),
  });
  const row = against.size > 0 ? { ...wanted, employee_id: null } : wanted;
  const ordered = order.tests?.length ? { tests: order.tests } : undefined;
  await storeAppointment(tx, row, { order: ordered, context: trustedContext(tx) });
  if (facility) await records(trustedContext(tx)).create('visitNeeds', { appointment: row.id, facility: facility.id });
  return row.id;
}

/** Books what is due of one order in one transaction, with the day up to which it is booked. */
const bookOrder = (context: JobContext, id: string, rules: PlanRules, today: string) =>
  transaction(context, async (tx) => {
    const last = addDays(today, BOOKED_DAYS);
    const api = records(trustedContext(tx));
    // Another server waits here, and then finds the order booked.
    const [order] = (await api.find('standingOrders', { where: { id }, lock: true })).records;
    if (!order || (order.bookedUntil && order.bookedUntil >= last)) return 0;
    await api.update('standingOrders', id, { bookedUntil: last }, { action: 'book' });
    const booked = [];
    const { timeZone } = tx.services.config;
    for (const { day, time } of listDue(order, rules, today)) {
      const begin = parseLocalTime(`${day}T${time}`, timeZone);
      if (begin > context.now) booked.push(await bookVisit(tx, order, begin, rules));
    }
    const details = { fields: [], reason: 'standing order' };
    const by = { at: context.now, accountId: null, address: '', details };
    const entries = booked.map(
      (recordId) => ({ ...by, operation: 'create', resource: 'appointments', recordId }) as const,
    );
    await tx.services.audit.appendInTransaction(tx.db, entries);
    return booked.length;
  });

/**
 * Books the visits of standing orders for the next two weeks. Each order is one transaction with the day up to which it
 * is booked, so a repeated or interrupted run books nothing twice.
 */
export async function bookStandingOrders(context: JobContext): Promise<{ booked: number }> {
  const { services, now } = context;
  const collection = findCollection(services, 'standingOrders');
  if (!collection) return { booked: 0 };
  const today = getToday(services.config.timeZone, now);
  const rules = await loadPlanRules(services);
  const due = await toCollectionDb(services.db).selectFrom(collection.table).select('id').orderBy('id').execute();
  let booked = 0;
  for (const { id } of due) booked += await bookOrder(context, String(id), rules, today);
  return { booked };
}

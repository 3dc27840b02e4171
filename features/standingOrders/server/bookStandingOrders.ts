import {
  getToday,
  HttpError,
  type JobContext,
  parseLocalTime,
  records,
  type TransactionContext,
  transaction,
  trustedContext,
} from 'portal-frame/server';
import { findCollection, type StoredRecord, toCollectionDb } from 'portal-frame/server/database';
import { addDays } from 'portal-frame/wire';
import { type AppointmentValues, createAppointment } from '../../../server/calls/appointmentChanges.ts';
import { toNewRow } from '../../../server/calls/newAppointments.ts';
import { findSameVisits, holdSameVisits } from '../../../server/calls/sameVisits.ts';
import { selectScheduled } from '../../../server/store/appointments.ts';
import { holdAssignable } from '../../../server/store/people.ts';
import { findReasonsAmong } from '../../plan/server/findBrokenRules.ts';
import { loadPlanRules, toPlannedVisits } from '../../plan/server/loadPlanRules.ts';
import { type Facility, NO_NEEDS, type PlanRules } from '../../plan/server/planRules.ts';
import { listOccurrences, type Occurrence } from './listOccurrences.ts';

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

/** Finds the turns of a round of a facility that begins at a time: those of its visits, and the first gap last. */
async function findTurns(
  { db, services }: TransactionContext,
  rules: PlanRules,
  { id, minutes }: Facility,
  begin: number,
) {
  const rows = selectScheduled(db, { from: begin, to: begin + DAY })
    .selectAll()
    .where('status', '=', 'Pending');
  const visits = await toPlannedVisits({ ...services, db }, rules, await rows.execute());
  let turn = begin;
  const taken: number[] = [];
  for (const visit of visits.filter(({ needs }) => needs?.facility === id).toSorted((a, b) => a.at - b.at))
    if (visit.at < turn + minutes * MINUTE) {
      taken.push(visit.at);
      turn = Math.max(turn, visit.at + visit.minutes * MINUTE);
    }
  return [...taken, turn];
}

/**
 * Books one visit, unless it stands already, and returns whether it did. Without an employee who can make it, the visit
 * waits for a dispatcher.
 */
async function bookVisit(
  tx: TransactionContext,
  order: StandingOrder,
  begin: number,
  rules: PlanRules,
): Promise<boolean> {
  const { db, services } = tx;
  const facility = rules.facilities.get(order.facility ?? '');
  const { patientName, gender, priorityLevel, address, contactNumber, email, dateOfBirth } = order;
  const toValues = (at: number, employee: string | null = null): AppointmentValues => ({
    ...{ patientName, gender, priorityLevel, status: 'Pending', appointmentDateTime: new Date(at).toISOString() },
    ...{ address: address || (facility?.address ?? null), contactNumber, email, dateOfBirth },
    ...{ employee, laboratoryAccount: order.laboratory },
  });
  const toRow = (at: number) => toNewRow(toValues(at), services);
  await holdSameVisits(tx, [toRow(begin)]);
  const employee =
    order.employee && (await holdAssignable(db, [order.employee], services.store.kind)) ? order.employee : null;
  const turns = facility ? await findTurns(tx, rules, facility, begin) : [begin];
  if (!order.namesake && (await findSameVisits(tx, turns.map(toRow))).size > 0) return false;
  const values = toValues(turns.at(-1) ?? begin, employee);
  const wanted = toNewRow(values, services);
  const needs = facility && { ...NO_NEEDS, facility: facility.id };
  const against = await findReasonsAmong(db, [wanted], services, {
    rules,
    ...(needs && { needs: new Map([[wanted.id, needs]]) }),
  });
  const api = records(trustedContext(tx));
  const { id } = await createAppointment(tx, { ...values, ...(against.size > 0 && { employee: null }) });
  if (order.tests?.length) await api.create('testOrders', { appointment: id, tests: order.tests });
  if (facility) await api.create('visitNeeds', { appointment: id, facility: facility.id });
  return true;
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
    const { timeZone } = tx.services.config;
    const begins = listDue(order, rules, today).map(({ day, time }) => parseLocalTime(`${day}T${time}`, timeZone));
    const open = begins.filter((begin) => begin > context.now);
    let booked = 0;
    for (const begin of open) booked += Number(await bookVisit(tx, order, begin, rules));
    return booked;
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
  for (const { id } of due)
    booked += await bookOrder(context, String(id), rules, today).catch((cause: unknown) => {
      // Values that are older than a rule: the other orders are booked nevertheless.
      if (!(cause instanceof HttpError)) throw cause;
      context.log.error({ err: cause, standingOrder: id }, 'a standing order could not be booked');
      return 0;
    });
  return { booked };
}

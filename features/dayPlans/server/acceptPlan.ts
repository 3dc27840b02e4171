import {
  type CallHandler,
  type CallInput,
  getDayRange,
  getToday,
  HttpError,
  records,
  type TransactionContext,
  trustedContext,
} from 'portal-frame/server';
import { findCollection } from 'portal-frame/server/database';
import { employeeNamed, refuseUntilConfirmed, visitMoment } from '../../../server/calls/booking.ts';
import { appointmentsById, selectScheduled } from '../../../server/store/appointments.ts';
import { holdAssignable } from '../../../server/store/people.ts';
import { type Assignment, assignVisits } from '../../dispatch/server/assignMany.ts';
import { loadNeeds, loadPlanRules } from '../../plan/server/loadPlanRules.ts';
import { isOff } from '../../plan/server/planRules.ts';
import type { dayPlanCalls } from '../wire/dayPlanApi.ts';

type Accepting = CallInput<(typeof dayPlanCalls)['acceptPlan']>['body'];

interface Absence {
  day: string;
  /** Ids. */
  employees: readonly string[];
}

/** Reads who is absent. Locks the employees, so that a second click waits. */
async function holdAbsent(tx: TransactionContext, absence: Accepting['absence']): Promise<Absence> {
  const { day = '', absent = [] } = absence ?? {};
  if (absent.length > 0 && !findCollection(tx.services, 'timeOff'))
    throw HttpError.forField('absence', 400, 'validation.invalid');
  const employees: string[] = [];
  for (const named of new Set(absent)) {
    const employee = (await employeeNamed(tx.db, named)) ?? '';
    await holdAssignable(tx.db, [employee], tx.services.store.kind);
    employees.push(employee);
  }
  return { day, employees };
}

/** Enters approved time off. Returns its ids. */
async function enterAbsence(tx: TransactionContext, { day, employees }: Absence) {
  if (employees.length === 0) return [];
  const rules = await loadPlanRules({ ...tx.services, db: tx.db });
  const entered = employees
    .filter((id) => !isOff(rules, id, day))
    .map((employee) => ({ employee, from: day, to: day, state: 'approved' as const }));
  return (await records(trustedContext(tx)).createMany('timeOff', entered)).map(({ id }) => id);
}

/** Finds the visits that would stay with absent employees: those without an assignment of their present version. */
async function findStaying(
  { db, services }: TransactionContext,
  { day, employees }: Absence,
  assignments: readonly Assignment[],
) {
  if (employees.length === 0) return [];
  const versions = new Map(assignments.map(({ _id, version }) => [_id, version]));
  const rows = await selectScheduled(db, getDayRange(day, services.config.timeZone))
    .select(['id', 'version', 'employee_id'])
    .where('status', '=', 'Pending')
    .where('employee_id', 'in', [...employees])
    .where('tracking_image', 'is', null)
    .where('visit_state', 'is', null)
    .execute();
  return rows.filter(({ id, version }) => versions.get(id) !== version);
}

/**
 * Asks before visits that were pinned since the proposal change. Those of employees who are absent, or have time off,
 * change all the same.
 */
async function askPinned({ db, services }: TransactionContext, { visits, absence }: Accepting) {
  const rules = await loadPlanRules({ ...services, db });
  const versions = new Map(visits.map(({ _id, version }) => [_id, version]));
  const needs = await loadNeeds({ ...services, db }, [...versions.keys()]);
  const pinned = [...needs].flatMap(([id, one]) => (one.pinned ? id : []));
  const count = (await appointmentsById(db, pinned)).filter(
    ({ id, version, employee_id: employee, scheduled_at: at }) =>
      version === versions.get(id) &&
      !absence?.absent?.includes(employee ?? '') &&
      !isOff(rules, employee, getToday(services.config.timeZone, at)),
  ).length;
  if (count > 0) refuseUntilConfirmed([{ message: 'plan.conflicts.pinned', args: { count } }]);
}

/** Assigns and moves visits as proposed, and enters the days off of absent employees. */
export const acceptPlan: CallHandler<(typeof dayPlanCalls)['acceptPlan']> = async ({ body, ...calling }, services) => {
  const requested = body.visits.map(({ appointmentDateTime: time, ...one }) => ({
    ...one,
    ...(time !== undefined && { at: visitMoment(time, services.config.timeZone) }),
  }));
  let timeOff: string[] = [];
  let also: { _id: string; employeeId: string }[] = [];
  const { message, data } = await assignVisits(requested, body, calling, services, async (tx) => {
    if (!body.confirmed) await askPinned(tx, body);
    const absence = await holdAbsent(tx, body.absence);
    const staying = await findStaying(tx, absence, requested);
    also = staying.map(({ id, employee_id: employee }) => ({ _id: id, employeeId: employee ?? '' }));
    timeOff = await enterAbsence(tx, absence);
    const left = new Set(staying.map(({ id }) => id));
    return {
      entries: timeOff.map((recordId) => ({ operation: 'create', resource: 'timeOff', recordId })),
      assignments: [
        ...requested.filter(({ _id }) => !left.has(_id)),
        ...staying.map(({ id, version }) => ({ _id: id, employeeId: '', version })),
      ],
    };
  });
  return { message, data: { ...data, timeOff, also } };
};

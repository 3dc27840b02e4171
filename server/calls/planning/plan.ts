import {
  getDayRange,
  HttpError,
  records,
  type Services,
  type TransactionContext,
  trustedContext,
} from 'portal-frame/server';
import { findCollection } from 'portal-frame/server/database';
import { loadNeeds, loadPlanRules, toVisitsWithTubes } from '../../plan/loadPlanRules.ts';
import { keepAssigned, proposeDay, readPresent, sumTravel } from '../../plan/planDay.ts';
import { planOnThread } from '../../plan/planOnThread.ts';
import { NO_RULES, type PlanRules } from '../../plan/planRules.ts';
import type { DayVisit, PlanDay } from '../../plan/planStops.ts';
import { appointmentsById, selectScheduled } from '../../store/appointments.ts';
import { findActiveEmployees, holdAssignable } from '../../store/people.ts';
import type { AppointmentRow } from '../../store/schema.ts';
import { assignVisits } from '../assignMany.ts';
import { employeeNamed, refuseUntilConfirmed, visitMoment } from '../booking.ts';
import type { Input, SomeHandlers } from '../handler.ts';
import { planConflicts } from './planConflicts.ts';
import { findVisitSlots } from './visitSlots.ts';

/** Visits of today are moved to full five minutes. */
const STEP = 5 * 60_000;

/** Adds time off on a day, which also makes the rules count if nothing was entered. */
function withAbsence(rules: PlanRules, day: string, absent: readonly string[]): PlanRules {
  if (absent.length === 0) return rules;
  const employees = new Map(rules.employees);
  for (const id of absent) {
    const own = rules.employees.get(id) ?? NO_RULES;
    employees.set(id, { ...own, timeOff: [...own.timeOff, { from: day, to: day }] });
  }
  return { ...rules, employees, entered: true };
}

/** Loads the pending visits of a day. Visits that are pinned, past, under way or not chosen stay as they are. */
async function loadDay(
  services: Services,
  day: string,
  employees: readonly string[],
  { visits: requested, absent = [] }: Pick<Input<'proposePlan'>['body'], 'visits' | 'absent'>,
): Promise<{ plan: PlanDay; rows: Map<string, AppointmentRow> }> {
  const { db, config } = services;
  const now = Date.now();
  const chosen = requested && new Set(requested);
  const rules = withAbsence(await loadPlanRules(services), day, absent);
  const rows = await selectScheduled(db, getDayRange(day, config.timeZone))
    .selectAll()
    .where('status', '=', 'Pending')
    .orderBy('scheduled_at')
    .orderBy('id')
    .execute();
  const planned = await toVisitsWithTubes(services, rules, rows);
  const pinned = new Set(planned.filter(({ needs }) => needs?.pinned).map(({ id }) => id));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isFixed = ({
    id,
    employee_id: employee,
    tracking_image: image,
    visit_state: state,
    scheduled_at: at,
  }: AppointmentRow) =>
    Boolean(chosen && !chosen.has(id)) ||
    Boolean(image || state) ||
    (pinned.has(id) && !absent.includes(employee ?? '')) ||
    at < now;
  const visits = planned.flatMap((visit): DayVisit[] => {
    const row = byId.get(visit.id) as AppointmentRow;
    const employee = row.employee_id;
    const fixed = isFixed(row);
    // A fixed visit without an employee has no part in the plan.
    return fixed && !employee ? [] : [{ ...visit, employee, fixed }];
  });
  const after = Math.ceil(now / STEP) * STEP;
  return { plan: { rules, day, after, employees, visits }, rows: byId };
}

/** Enters approved time off. Returns its ids. */
async function enterAbsence(tx: TransactionContext, absence: Input<'acceptPlan'>['body']['absence']) {
  const { day = '', absent = [] } = absence ?? {};
  if (absent.length === 0) return [];
  if (!findCollection(tx.services, 'timeOff')) throw HttpError.forField('absence', 400, 'validation.invalid');
  const employees: string[] = [];
  for (const named of new Set(absent)) {
    const employee = (await employeeNamed(tx.db, named)) ?? '';
    // A second click waits here.
    await holdAssignable(tx.db, [employee], tx.services.store.kind);
    employees.push(employee);
  }
  const rules = await loadPlanRules({ ...tx.services, db: tx.db });
  const isOff = (id: string) =>
    rules.employees.get(id)?.timeOff.some(({ from, to }) => from <= day && day <= to) ?? false;
  const entered = employees
    .filter((id) => !isOff(id))
    .map((employee) => ({ employee, from: day, to: day, state: 'approved' as const }));
  return (await records(trustedContext(tx)).createMany('timeOff', entered)).map(({ id }) => id);
}

/** Asks before visits that were pinned since the proposal change. Those of absent employees change all the same. */
async function askPinned({ db, services }: TransactionContext, { visits, absence }: Input<'acceptPlan'>['body']) {
  const versions = new Map(visits.map(({ _id, version }) => [_id, version]));
  const needs = await loadNeeds({ ...services, db }, [...versions.keys()]);
  const pinned = [...needs].flatMap(([id, one]) => (one.pinned ? id : []));
  const count = (await appointmentsById(db, pinned)).filter(
    ({ id, version, employee_id: employee }) =>
      version === versions.get(id) && !absence?.absent?.includes(employee ?? ''),
  ).length;
  if (count > 0) refuseUntilConfirmed([{ message: 'plan.conflicts.pinned', args: { count } }]);
}

export const planHandlers = {
  planConflicts,
  findSlots: findVisitSlots,

  async proposePlan({ body }, services) {
    const names = new Map((await findActiveEmployees(services.db)).map((one) => [one.id, one.full_name]));
    const { plan: all, rows } = await loadDay(services, body.day, [...names.keys()], body);
    const plan = body.reassign ? all : keepAssigned(all);
    const { routes, unassigned } = await proposeDay(plan, planOnThread);
    const toVisit = (visit: DayVisit, at: number) => {
      const row = rows.get(visit.id) as AppointmentRow;
      return {
        ...{ _id: visit.id, patientName: row.patient_name, zip: visit.zip, version: row.version },
        facility: plan.rules.facilities.get(visit.needs?.facility ?? '')?.name ?? '',
        ...{ employeeId: visit.employee, employeeName: names.get(visit.employee ?? '') ?? null },
        ...{ at: new Date(at).toISOString(), before: new Date(visit.at).toISOString() },
      };
    };
    return {
      data: {
        day: body.day,
        employees: routes
          .filter(({ visits }) => visits.length > 0)
          .map(({ employee, visits }) => ({
            ...{ _id: employee, fullName: names.get(employee) ?? '' },
            visits: visits.map(({ visit, at, travel }) => ({ ...toVisit(visit, at), travel })),
          })),
        unassigned: unassigned.map(({ visit, reasons }) => ({ ...toVisit(visit, visit.at), reasons })),
        now: {
          travel: sumTravel(readPresent(plan)),
          unassigned: plan.visits.filter(({ employee }) => !employee).length,
        },
        proposed: { travel: sumTravel(routes), unassigned: unassigned.length },
      },
    };
  },

  async acceptPlan({ body, ...calling }, services) {
    const assignments = body.visits.map(({ appointmentDateTime: time, ...one }) => ({
      ...one,
      ...(time !== undefined && { at: visitMoment(time, services.config.timeZone) }),
    }));
    let timeOff: string[] = [];
    const { message, data } = await assignVisits(assignments, body, calling, services, async (tx) => {
      if (!body.confirmed) await askPinned(tx, body);
      timeOff = await enterAbsence(tx, body.absence);
      return timeOff.map((recordId) => ({ operation: 'create', resource: 'timeOff', recordId }));
    });
    return { message, data: { ...data, timeOff } };
  },
} satisfies SomeHandlers;

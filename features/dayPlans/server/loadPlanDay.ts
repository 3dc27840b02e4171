import { type CallInput, getDayRange, getToday, type Services } from 'portal-frame/server';
import { selectScheduled } from '../../../server/store/appointments.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import { findConfirmed } from '../../plan/server/findBrokenRules.ts';
import { loadPlanRules, toVisitsWithTubes } from '../../plan/server/loadPlanRules.ts';
import { type EmployeeRules, isOff, NO_RULES, type PlannedVisit, type PlanRules } from '../../plan/server/planRules.ts';
import { listBlocks, readShiftTiming } from '../../plan/server/workingHours.ts';
import type { dayPlanCalls } from '../wire/dayPlanApi.ts';
import type { DayVisit, PlanDay } from './planStops.ts';

/** Visits of today are moved to full five minutes. */
const STEP = 5 * 60_000;
/** Hours of an employee without known ones whom a dispatcher plans with. */
const INCLUDED_HOURS = '6AM - 9PM';

type Proposing = CallInput<(typeof dayPlanCalls)['proposePlan']>['body'];

/** Refines the rules by a dispatcher's choice for the day: the absent, and others to plan with nevertheless. */
function refineRules(rules: PlanRules, { day, absent = [], included = [] }: Proposing): PlanRules {
  const employees = new Map(rules.employees);
  const change = (ids: readonly string[], toChange: (own: EmployeeRules) => Partial<EmployeeRules>) => {
    for (const id of ids) {
      const own = employees.get(id) ?? NO_RULES;
      employees.set(id, { ...own, ...toChange(own) });
    }
  };
  change(absent, ({ timeOff }) => ({ timeOff: [...timeOff, { from: day, to: day }] }));
  change(included, ({ shifts }) => ({
    ...{ draws: true, shifts: listBlocks(shifts, day, rules.timeZone) ? shifts : readShiftTiming(INCLUDED_HOURS) },
  }));
  return { ...rules, employees };
}

export interface LoadedDay {
  plan: PlanDay;
  rows: ReadonlyMap<string, AppointmentRow>;
  /** The visits without the chosen ways. */
  before: DayVisit[];
  /** Visits that a chosen way moves to another day. */
  otherDays: DayVisit[];
  /** Visits without an employee that a plan does not change, and why. */
  waiting: { visit: DayVisit; code: 'past' | 'pinned' }[];
}

/** Loads the pending visits of a day. Visits that are pinned, past, under way or not chosen stay as they are. */
export async function loadPlanDay(
  services: Services,
  body: Proposing,
  employees: readonly string[],
): Promise<LoadedDay> {
  const { db, config } = services;
  const { day, visits: requested, absent = [] } = body;
  const now = Date.now();
  const chosen = requested && new Set(requested);
  const rules = refineRules(await loadPlanRules(services), body);
  const found = await selectScheduled(db, getDayRange(day, config.timeZone))
    .selectAll()
    .where('status', '=', 'Pending')
    .orderBy('scheduled_at')
    .orderBy('id')
    .execute();
  const planned = await toVisitsWithTubes(services, rules, found);
  const rows = new Map(found.map((row) => [row.id, row]));
  const confirmed = await findConfirmed(services, [...rows.keys()]);
  const away = new Set(employees.filter((id) => isOff(rules, id, day)));
  const findHold = ({ needs }: PlannedVisit, row: AppointmentRow) => {
    const { employee_id: employee, tracking_image: image, visit_state: state } = row;
    if (image || state) return 'underWay';
    if (employee && absent.includes(employee)) return null;
    if (chosen && !chosen.has(row.id)) return 'notChosen';
    if (row.scheduled_at < now) return 'past';
    return needs?.pinned === true && !away.has(employee ?? '') ? 'pinned' : null;
  };
  const waiting: LoadedDay['waiting'] = [];
  const before = planned.flatMap((visit): DayVisit[] => {
    const row = rows.get(visit.id) as AppointmentRow;
    const [employee, hold] = [row.employee_id, findHold(visit, row)];
    const own = {
      ...{ ...visit, employee, fixed: hold !== null, confirmed: confirmed.get(visit.id) },
      // A started visit stays also with an absent employee, which the plan says.
      ...((hold === 'pinned' || (row.visit_state === 'started' && away.has(employee ?? ''))) && { against: [] }),
      ...(hold === 'underWay' && { underWay: true as const }),
    };
    if (employee || !hold) return [own];
    // A fixed visit without an employee has no part in the plan.
    if (hold === 'past' || hold === 'pinned') waiting.push({ visit: own, code: hold });
    return [];
  });
  const toPlaces = <P extends { _id: string }>(places: readonly P[] = []) =>
    new Map(places.map((one) => [one._id, one]));
  const [ways, kept] = [toPlaces(body.placed), toPlaces(body.kept)];
  const visits = before.map((visit): DayVisit => {
    const [way, shown] = [ways.get(visit.id), kept.get(visit.id)];
    if (way) return { ...visit, employee: way.employeeId, at: Date.parse(way.at), fixed: true };
    if (visit.fixed || shown?.version !== rows.get(visit.id)?.version) return visit;
    return { ...visit, employee: shown?.employeeId || null, at: Date.parse(shown?.at ?? ''), against: [] };
  });
  const isOwn = ({ at }: DayVisit) => getToday(config.timeZone, at) === day;
  const after = Math.ceil(now / STEP) * STEP;
  const plan = { ...{ rules, day, after, employees, away }, visits: visits.filter(isOwn) };
  return { plan, rows, before, waiting, otherDays: visits.filter((visit) => !isOwn(visit)) };
}

import { getDayRange } from 'portal-frame/server';
import { NO_RULES, type PlannedVisit, type PlanRules } from './planRules.ts';
import type { RoutePlan, RouteProblem, RouteVehicle, RouteVisit } from './routeProblem.ts';
import { countEmployees, createDelivery, type EmployeeReason, listDayReasons, whyNot } from './whyNot.ts';
import { listWorkingHours } from './workingHours.ts';

const MINUTE = 60_000;
/** Cost of a visit that nobody makes, in minutes of travel: more than any detour. */
const PENALTY = 10_000;
const FIXED_PENALTY = 1_000_000;
const ANY_NUMBER = 1_000_000;
/** Minutes to the first visit of an employee whose start is unknown, so that one person makes neighboring visits. */
const UNKNOWN_START_MINUTES = 20;

/** Pending visit of the day to plan. */
export interface DayVisit extends PlannedVisit {
  employee: string | null;
  /** Stays with its employee at its time. */
  fixed: boolean;
}

export interface PlanDay {
  rules: PlanRules;
  /** YYYY-MM-DD. */
  day: string;
  /** Ids of active employees. */
  employees: readonly string[];
  visits: readonly DayVisit[];
}

export interface ProposedVisit {
  visit: DayVisit;
  /** Milliseconds. */
  at: number;
  /** Minutes from the visit before, or from the start. */
  travel: number;
}

export interface UnassignedVisit {
  visit: DayVisit;
  reasons: EmployeeReason[];
}

export interface DayProposal {
  routes: { employee: string; visits: ProposedVisit[] }[];
  unassigned: UnassignedVisit[];
}

const getRules = (rules: PlanRules, employee: string) => rules.employees.get(employee) ?? NO_RULES;

/** Earliest and latest begin. Without a window of the patient the time stays. */
function getWindow({ rules, day }: PlanDay, visit: DayVisit): { from: number; to: number } {
  const { earliest, latest } = visit.needs ?? {};
  const range = getDayRange(day, rules.timeZone);
  if (visit.fixed || !(earliest || latest)) return { from: visit.at, to: visit.at };
  return { from: Math.max(earliest ?? range.from, range.from), to: Math.min(latest ?? range.to, range.to) };
}

function toVehicle({ rules, day }: PlanDay, employee: string, start: number): RouteVehicle {
  const { shifts, visitsPerDay, startZip } = getRules(rules, employee);
  const range = getDayRange(day, rules.timeZone);
  const hours = listWorkingHours(shifts, day, rules.timeZone) ?? [
    { from: range.from - 1440 * MINUTE, to: range.to * 2 },
  ];
  return {
    start,
    from: Math.min(...hours.map(({ from }) => from)) / MINUTE - (startZip ? 0 : UNKNOWN_START_MINUTES),
    to: Math.max(...hours.map(({ to }) => to)) / MINUTE,
    capacity: hours.length > 0 ? (visitsPerDay ?? ANY_NUMBER) : 0,
  };
}

/** Builds the problem of a day: minutes since 1970, a vehicle for each employee, a place for each ZIP code. */
export function buildProblem(plan: PlanDay): { problem: RouteProblem; initial: number[][] } {
  const { rules, day, employees, visits } = plan;
  // Null is an unknown start.
  const starts = employees.map((id) => getRules(rules, id).startZip || null);
  const places = [...new Set([...visits.map(({ zip }) => zip), ...starts])];
  const travel = places.map((from) =>
    places.map((to) => (from === null || to === null ? UNKNOWN_START_MINUTES : rules.travel(from, to))),
  );
  const suits = visits.map((visit) => {
    const { from, to } = getWindow(plan, visit);
    const canDeliver = createDelivery(rules, visit, day);
    const open = canDeliver(from) || canDeliver(to);
    return employees.map((id) =>
      visit.fixed
        ? visit.employee === id
        : open && (!rules.entered || listDayReasons(rules, visit, id, day).length === 0),
    );
  });
  const initial = employees.map((id) =>
    visits
      .flatMap((visit, at) => (visit.employee === id ? at : []))
      .toSorted((a, b) => (visits[a]?.at ?? 0) - (visits[b]?.at ?? 0)),
  );
  return {
    problem: {
      visits: visits.map((visit): RouteVisit => {
        const { from, to } = getWindow(plan, visit);
        const penalty = visit.fixed ? FIXED_PENALTY : PENALTY;
        return {
          ...{ place: places.indexOf(visit.zip), service: visit.minutes, penalty },
          ...{ from: Math.round(from / MINUTE), to: Math.round(to / MINUTE) },
        };
      }),
      vehicles: employees.map((id, index) => toVehicle(plan, id, places.indexOf(starts[index] ?? null))),
      travel,
      isAllowed: (visit, vehicle) => suits[visit]?.[vehicle] === true,
    },
    initial,
  };
}

/** Computes times and travel of an employee's visits in the given order. */
function timeRoute(plan: PlanDay, employee: string, visits: readonly DayVisit[]): ProposedVisit[] {
  const { rules, day } = plan;
  const { startZip, shifts } = getRules(rules, employee);
  const [first] = listWorkingHours(shifts, day, rules.timeZone) ?? [];
  let free = first?.from ?? 0;
  let zip: string | null = startZip || null;
  return visits.map((visit) => {
    const travel = zip === null ? 0 : rules.travel(zip, visit.zip);
    const at = visit.fixed ? visit.at : Math.max(getWindow(plan, visit).from, free + travel * MINUTE);
    free = at + visit.minutes * MINUTE;
    zip = visit.zip;
    return { visit, at, travel };
  });
}

/** Lists the reasons against every employee, each with the number of employees. */
function explain(plan: PlanDay, visit: DayVisit, routes: DayProposal['routes']): UnassignedVisit {
  const { rules } = plan;
  const reasons = routes.map(({ employee, visits }) =>
    whyNot(
      rules,
      visit,
      employee,
      visit.at,
      visits.map((one) => ({ ...one.visit, at: one.at })),
    ),
  );
  return { visit, reasons: countEmployees(reasons) };
}

/** Reads the solver's plan. A visit that breaks a rule after all is left out; a fixed one stays. */
export function readProposal(
  plan: PlanDay,
  { routes, unassigned }: Pick<RoutePlan, 'routes' | 'unassigned'>,
): DayProposal {
  const { employees, visits, rules } = plan;
  const visitAt = (index: number) => visits[index] as DayVisit;
  const left = unassigned.map(visitAt);
  const proposed = employees.map((employee, vehicle) => {
    const fixed = left.filter((visit) => visit.fixed && visit.employee === employee);
    const route = [...(routes[vehicle] ?? []).map(visitAt), ...fixed];
    const ordered = fixed.length > 0 ? route.toSorted((a, b) => a.at - b.at) : route;
    const timed = timeRoute(plan, employee, ordered);
    const others = timed.map(({ visit, at }) => ({ ...visit, at }));
    const kept = timed.filter(
      ({ visit, at }) => visit.fixed || whyNot(rules, visit, employee, at, others).length === 0,
    );
    left.push(...timed.filter((one) => !kept.includes(one)).map(({ visit }) => visit));
    return {
      employee,
      visits:
        kept.length === timed.length
          ? timed
          : timeRoute(
              plan,
              employee,
              kept.map(({ visit }) => visit),
            ),
    };
  });
  return {
    routes: proposed,
    unassigned: left.filter((visit) => !visit.fixed).map((visit) => explain(plan, visit, proposed)),
  };
}

/** The visits as they are assigned now. */
export function readPresent(plan: PlanDay): DayProposal['routes'] {
  return plan.employees.map((employee) => {
    const visits = plan.visits.filter((visit) => visit.employee === employee).toSorted((a, b) => a.at - b.at);
    const timed = timeRoute(plan, employee, visits);
    return { employee, visits: timed.map((one) => ({ ...one, at: one.visit.at })) };
  });
}

export const sumTravel = (routes: DayProposal['routes']): number =>
  routes.reduce((sum, { visits }) => sum + visits.reduce((total, { travel }) => total + travel, 0), 0);

/** Fixes the visits that their employee can make as they are, so that a plan changes only the others. */
export function keepAssigned(plan: PlanDay): PlanDay {
  const { rules, visits } = plan;
  const isKept = (visit: DayVisit) => {
    const others = visits.filter(({ employee }) => employee === visit.employee);
    return visit.employee !== null && whyNot(rules, visit, visit.employee, visit.at, others).length === 0;
  };
  return { ...plan, visits: visits.map((visit) => ({ ...visit, fixed: visit.fixed || isKept(visit) })) };
}

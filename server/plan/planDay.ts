import { getDayRange } from 'portal-frame/server';
import { getWay, NO_RULES, type PlanRules } from './planRules.ts';
import {
  type DayVisit,
  getEnd,
  getWindow,
  listStops,
  measurePlaces,
  type Stop,
  type TimedVisit,
  toStop,
  UNKNOWN_START_MINUTES,
} from './planStops.ts';
import type { RoutePlan, RouteProblem, RouteVehicle, RouteVisit } from './routeProblem.ts';
import { countEmployees, createDelivery, type EmployeeReason, listDayReasons, whyNot } from './whyNot.ts';
import { listWorkingHours } from './workingHours.ts';

const MINUTE = 60_000;
/** Cost of a visit that nobody makes, in minutes of travel: more than any detour. */
const PENALTY = 10_000;
const FIXED_PENALTY = 1_000_000;
const ANY_NUMBER = 1_000_000;

export interface PlanDay {
  rules: PlanRules;
  /** YYYY-MM-DD. */
  day: string;
  /** Ids of active employees. */
  employees: readonly string[];
  visits: readonly DayVisit[];
}

export interface ProposedVisit extends TimedVisit {
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

/** Builds the problem of a day: minutes since 1970, a vehicle for each employee, a visit for each stop. */
export function buildProblem(plan: PlanDay): { problem: RouteProblem; initial: number[][] } {
  const { rules, day, employees, visits } = plan;
  const stops = listStops(visits);
  const starts = employees.map((id) => getRules(rules, id).startZip || null);
  const { travel, placeOf, startOf } = measurePlaces(rules, stops, starts);
  const windows = stops.map((stop) => getWindow(plan, stop));
  const suits = stops.map((stop, index) => {
    const { from, to } = windows[index] as (typeof windows)[number];
    const canDeliver = stop.map(({ visit }) => createDelivery(rules, visit, day));
    const isOpen = (begin: number) => stop.every(({ at }, index) => canDeliver[index]?.(begin + at - stop[0].at));
    const open = isOpen(from) || isOpen(to);
    return employees.map((id) =>
      stop.every(({ visit }) =>
        visit.fixed
          ? visit.employee === id
          : open && (!rules.entered || listDayReasons(rules, visit, id, day).length === 0),
      ),
    );
  });
  return {
    problem: {
      visits: stops.map((stop, index): RouteVisit => {
        const { from, to } = windows[index] as (typeof windows)[number];
        return {
          ...{ place: placeOf(stop), service: (getEnd(stop) - stop[0].at) / MINUTE, load: stop.length },
          ...{ from: Math.round(from / MINUTE), to: Math.round(to / MINUTE) },
          penalty: stop[0].visit.fixed ? FIXED_PENALTY : PENALTY * stop.length,
        };
      }),
      vehicles: employees.map((id, index) => toVehicle(plan, id, startOf(starts[index] ?? null))),
      travel,
      isAllowed: (visit, vehicle) => suits[visit]?.[vehicle] === true,
    },
    initial: employees.map((id) => stops.flatMap(([{ visit }], at) => (visit.employee === id ? at : []))),
  };
}

/** Computes times and travel of an employee's stops in the given order. */
function timeRoute(plan: PlanDay, employee: string, stops: readonly Stop[]): ProposedVisit[][] {
  const { rules, day } = plan;
  const { startZip, shifts } = getRules(rules, employee);
  const [first] = listWorkingHours(shifts, day, rules.timeZone) ?? [];
  let free = first?.from ?? 0;
  let last: Pick<DayVisit, 'zip' | 'needs'> | null = startZip ? { zip: startZip } : null;
  return stops.map((stop) => {
    const [{ visit, at }] = stop;
    const travel = last ? getWay(rules, last, visit) : 0;
    const begin = visit.fixed ? at : Math.max(getWindow(plan, stop).from, free + travel * MINUTE);
    free = begin + getEnd(stop) - at;
    last = visit;
    return stop.map((one, index) => ({
      ...{ visit: one.visit, at: begin + one.at - at, travel: index === 0 ? travel : 0 },
    }));
  });
}

/** Lists the reasons against every employee, each with the number of employees. */
function explain({ rules }: PlanDay, stop: Stop, routes: DayProposal['routes']): UnassignedVisit[] {
  const toVisits = (all: readonly TimedVisit[]) => all.map(({ visit, at }) => ({ ...visit, at }));
  const own = toVisits(stop);
  const against = routes.map(({ employee, visits }) => {
    const others = [...toVisits(visits), ...own];
    return own.flatMap((visit) => whyNot(rules, visit, employee, visit.at, others));
  });
  const reasons = countEmployees(against);
  return stop.map(({ visit }) => ({ visit, reasons }));
}

/** Reads the solver's plan. A stop that breaks a rule after all is left out; a fixed one stays. */
export function readProposal(
  plan: PlanDay,
  { routes, unassigned }: Pick<RoutePlan, 'routes' | 'unassigned'>,
): DayProposal {
  const { employees, rules } = plan;
  const stops = listStops(plan.visits);
  const stopAt = (index: number) => stops[index] as Stop;
  const isFixed = ([{ visit }]: Stop) => visit.fixed;
  const left = unassigned.map(stopAt);
  const proposed = employees.map((employee, vehicle) => {
    const fixed = left.filter((stop) => isFixed(stop) && stop[0].visit.employee === employee);
    const route = [...(routes[vehicle] ?? []).map(stopAt), ...fixed];
    const ordered = fixed.length > 0 ? route.toSorted((a, b) => a[0].at - b[0].at) : route;
    const timed = timeRoute(plan, employee, ordered);
    const others = timed.flat().map(({ visit, at }) => ({ ...visit, at }));
    const suits = timed.map((stop) =>
      stop.every(({ visit, at }) => visit.fixed || whyNot(rules, visit, employee, at, others).length === 0),
    );
    left.push(...ordered.filter((_, index) => !suits[index]));
    const kept = ordered.filter((_, index) => suits[index]);
    return { employee, visits: (suits.includes(false) ? timeRoute(plan, employee, kept) : timed).flat() };
  });
  return {
    routes: proposed,
    unassigned: left.filter((stop) => !isFixed(stop)).flatMap((stop) => explain(plan, stop, proposed)),
  };
}

/** The visits as they are assigned now. */
export function readPresent(plan: PlanDay): DayProposal['routes'] {
  return plan.employees.map((employee) => {
    const visits = plan.visits.filter((visit) => visit.employee === employee).toSorted((a, b) => a.at - b.at);
    const timed = timeRoute(plan, employee, visits.map(toStop)).flat();
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

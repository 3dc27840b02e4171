import { createEventLoopYield } from 'portal-frame/server';
import { getWay, NO_RULES, type PlannedVisit, type WhyNot } from './planRules.ts';
import {
  type DayVisit,
  findLongestRun,
  getEnd,
  listBegins,
  listStops,
  measurePlaces,
  moveStop,
  type PlanDay,
  type Stop,
  type TimedVisit,
  toStop,
  UNKNOWN_START_MINUTES,
} from './planStops.ts';
import type { RoutePlan, RouteProblem } from './routeProblem.ts';
import {
  countEmployees,
  createDayCheck,
  createDelivery,
  type DayCheck,
  type EmployeeReason,
  listDayReasons,
  whyNot,
} from './whyNot.ts';
import { getDayHours, type Hours, listBlocks } from './workingHours.ts';

const MINUTE = 60_000;
/** Cost of a visit that nobody makes, in minutes of travel: more than any detour. */
const PENALTY = 10_000;
const FIXED_PENALTY = 1_000_000;
const ANY_NUMBER = 1_000_000;

export interface ProposedVisit extends TimedVisit {
  /** Minutes from the visit before, or from the start. */
  travel: number;
}

export interface DayProposal {
  routes: { employee: string; visits: ProposedVisit[] }[];
  unassigned: { visit: DayVisit; reasons: EmployeeReason[] }[];
}

const getRules = ({ rules }: PlanDay, employee: string) => rules.employees.get(employee) ?? NO_RULES;

/** Working hours of an employee without a pause: a vehicle of the problem. */
interface Block extends Hours {
  employee: string;
}

function listVehicles(plan: PlanDay): Block[] {
  const { rules, day, employees } = plan;
  const { from, to } = getDayHours(day, rules.timeZone);
  const always = [{ from: from - 1440 * MINUTE, to: to * 2 }];
  return employees.flatMap((employee) =>
    (listBlocks(getRules(plan, employee).shifts, day, rules.timeZone) ?? always).map((hours) => ({
      employee,
      ...hours,
    })),
  );
}

/** Returns whether the laboratories of all visits of a stop can take its tubes, by its begin. */
function createStopDelivery({ rules, day }: PlanDay, stop: Stop): (begin: number) => boolean {
  const deliver = stop.map(({ visit }) => createDelivery(rules, visit, day));
  return (begin) => deliver.every((canDeliver, index) => canDeliver(begin + (stop[index]?.at ?? 0) - stop[0].at));
}

interface DayProblem {
  problem: RouteProblem;
  /** The present routes. */
  initial: number[][];
  stops: readonly Stop[];
  /** The first and the last time at which each stop may begin. */
  begins: readonly Hours[];
  vehicles: readonly Block[];
}

/** Builds the problem of a day: minutes since 1970, a vehicle for each block of hours, a visit for each stop. */
async function buildProblem(plan: PlanDay): Promise<DayProblem> {
  const { rules, day, employees } = plan;
  const stops = listStops(plan.visits);
  const vehicles = listVehicles(plan);
  const startOf = (employee: string) => getRules(plan, employee).startZip || null;
  const { travel, placeOf, startPlaceOf } = await measurePlaces(rules, stops, employees.map(startOf));
  const begins: Hours[] = [];
  const allowed: ReadonlySet<string>[] = [];
  const rest = createEventLoopYield();
  for (const stop of stops) {
    await rest();
    const [{ visit, at }] = stop;
    const run = visit.fixed
      ? { from: at, to: at }
      : findLongestRun(listBegins(plan, stop), createStopDelivery(plan, stop));
    const suits = (employee: string) =>
      visit.fixed
        ? visit.employee === employee
        : !rules.entered || stop.every((one) => listDayReasons(rules, one.visit, employee, day).length === 0);
    allowed.push(new Set(run ? employees.filter(suits) : []));
    begins.push(run ?? { from: at, to: at });
  }
  const problem: RouteProblem = {
    visits: stops.map((stop, index) => ({
      ...{ place: placeOf(stop), service: (getEnd(stop) - stop[0].at) / MINUTE, load: stop.length },
      ...{ from: Math.round((begins[index]?.from ?? 0) / MINUTE), to: Math.round((begins[index]?.to ?? 0) / MINUTE) },
      penalty: stop[0].visit.fixed ? FIXED_PENALTY : PENALTY * stop.length,
    })),
    vehicles: vehicles.map(({ employee, from, to }) => ({
      start: startPlaceOf(startOf(employee)),
      from: from / MINUTE - (startOf(employee) ? 0 : UNKNOWN_START_MINUTES),
      to: to / MINUTE,
      capacity: getRules(plan, employee).visitsPerDay ?? ANY_NUMBER,
    })),
    travel,
    isAllowed: (visit, vehicle) => allowed[visit]?.has(vehicles[vehicle]?.employee ?? '') === true,
  };
  const initial = vehicles.map(({ employee, from, to }) =>
    stops.flatMap(([{ visit, at }], index) => (visit.employee === employee && from <= at && at < to ? index : [])),
  );
  return { problem, initial, stops, begins, vehicles };
}

/** Times the stops of a vehicle, given by their index, in this order. */
function timeStops(plan: PlanDay, { stops, begins }: DayProblem, { employee, from }: Block, route: readonly number[]) {
  const { startZip } = getRules(plan, employee);
  let free = from;
  let last: Pick<DayVisit, 'zip' | 'needs'> | null = startZip ? { zip: startZip } : null;
  return route.map((index): Stop => {
    const stop = stops[index] as Stop;
    const begin = begins[index] as Hours;
    const arrival = free + (last ? getWay(plan.rules, last, stop[0].visit) : 0) * MINUTE;
    const moved = moveStop(stop, begin.from < begin.to ? Math.max(begin.from, arrival) : begin.from);
    free = getEnd(moved);
    last = stop[0].visit;
    return moved;
  });
}

const toVisits = (stops: readonly Stop[]): PlannedVisit[] => stops.flat().map(({ visit, at }) => ({ ...visit, at }));

/** Prepares the rules for a stop as `createDayCheck` does for a visit: those of each of its visits. */
function checkStop(plan: PlanDay, stop: Stop, employee: string, others: readonly PlannedVisit[]): DayCheck {
  const { rules, day } = plan;
  if (stop.length === 1) return createDayCheck(rules, stop[0].visit, employee, day, others);
  const listReasons = (begin: number) => {
    const own = toVisits([moveStop(stop, begin)]);
    return own.flatMap((visit) => whyNot(rules, visit, employee, visit.at, [...others, ...own]));
  };
  return { listReasons, listFree: (times) => times.filter((at) => listReasons(at).length === 0) };
}

/** Adds travel to the stops of an employee. */
function toRoute(plan: PlanDay, employee: string, stops: readonly Stop[]): DayProposal['routes'][number] {
  const { startZip } = getRules(plan, employee);
  let last: Pick<DayVisit, 'zip' | 'needs'> | null = startZip ? { zip: startZip } : null;
  const visits = stops
    .toSorted((a, b) => a[0].at - b[0].at)
    .flatMap((stop) => {
      const travel = last ? getWay(plan.rules, last, stop[0].visit) : 0;
      last = stop[0].visit;
      return stop.map((one, index) => ({ ...one, travel: index === 0 ? travel : 0 }));
    });
  return { employee, visits };
}

/**
 * Plans a day. Fixed visits stay, and no rule is broken. A stop that the solver could not place goes to the first
 * employee who can make it. If there is none, it is left out with the reasons against each employee.
 */
export async function proposeDay(
  plan: PlanDay,
  solve: (problem: RouteProblem, initial: number[][]) => RoutePlan | Promise<RoutePlan>,
): Promise<DayProposal> {
  const day = await buildProblem(plan);
  const isFixed = ([{ visit }]: Stop) => visit.fixed;
  const { routes } = await solve(day.problem, day.initial);
  const kept = new Map(
    plan.employees.map((id) => [id, day.stops.filter((stop) => isFixed(stop) && stop[0].visit.employee === id)]),
  );
  const rest = createEventLoopYield();
  const given = new Set<string>();
  /** Gives a stop to an employee at the first of these times that suits; else returns the reasons at the planned time. */
  const give = (employee: string, stop: Stop, times: readonly number[]): WhyNot[] => {
    const own = kept.get(employee) ?? [];
    const check = checkStop(plan, stop, employee, toVisits(own));
    const [begin] = check.listFree(times);
    if (begin === undefined) return check.listReasons(stop[0].at);
    own.push(moveStop(stop, begin));
    given.add(stop[0].visit.id);
    return [];
  };
  for (const [index, block] of day.vehicles.entries())
    for (const stop of timeStops(plan, day, block, routes[index] ?? [])) {
      await rest();
      if (!isFixed(stop)) give(block.employee, stop, [stop[0].at]);
    }
  const unassigned: DayProposal['unassigned'] = [];
  for (const stop of day.stops.filter((one) => !isFixed(one) && !given.has(one[0].visit.id))) {
    await rest();
    const times = listBegins(plan, stop);
    const against: WhyNot[][] = [];
    for (const employee of plan.employees) if (!given.has(stop[0].visit.id)) against.push(give(employee, stop, times));
    const reasons = countEmployees(against);
    if (!given.has(stop[0].visit.id)) unassigned.push(...stop.map(({ visit }) => ({ visit, reasons })));
  }
  return { routes: [...kept].map(([employee, stops]) => toRoute(plan, employee, stops)), unassigned };
}

/** The visits as they are assigned now. */
export const readPresent = (plan: PlanDay): DayProposal['routes'] =>
  plan.employees.map((employee) =>
    toRoute(plan, employee, plan.visits.filter((visit) => visit.employee === employee).map(toStop)),
  );

export const sumTravel = (routes: DayProposal['routes']): number =>
  routes.flatMap(({ visits }) => visits).reduce((sum, { travel }) => sum + travel, 0);

/** Fixes the visits that their employee can make as they are, so that a plan changes only the others. */
export function keepAssigned(plan: PlanDay): PlanDay {
  const { rules, visits } = plan;
  const byEmployee = Map.groupBy(visits, ({ employee }) => employee);
  const isKept = (visit: DayVisit) =>
    visit.employee !== null &&
    whyNot(rules, visit, visit.employee, visit.at, byEmployee.get(visit.employee) ?? []).length === 0;
  return { ...plan, visits: visits.map((visit) => ({ ...visit, fixed: visit.fixed || isKept(visit) })) };
}

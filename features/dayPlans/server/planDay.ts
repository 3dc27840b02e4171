import { createEventLoopYield } from 'portal-frame/server';
import { withoutConfirmed } from '../../plan/server/findBrokenRules.ts';
import { getWay, NO_RULES, type PlannedVisit, type WhyNot } from '../../plan/server/planRules.ts';
import {
  countReasons,
  createDayCheck,
  createDelivery,
  type DayCheck,
  listDayReasons,
  whyNot,
  withoutUnplanned,
} from '../../plan/server/whyNot.ts';
import { type Hours, listBlocks } from '../../plan/server/workingHours.ts';
import {
  type DayVisit,
  findLongestRun,
  getEnd,
  listBegins,
  listStops,
  moveStop,
  type PlanDay,
  type Stop,
  type TimedVisit,
  toStop,
} from './planStops.ts';
import type { RoutePlan, RouteProblem } from './routeProblem.ts';

const MINUTE = 60_000;
/** Cost of a visit that nobody makes, in minutes of travel: more than any detour. */
const PENALTY = 10_000;
const FIXED_PENALTY = 1_000_000;
const ANY_NUMBER = 1_000_000;
/** Minutes to the first visit of an employee whose start is unknown, so that one person makes neighboring visits. */
const UNKNOWN_START_MINUTES = 20;

export interface ProposedVisit extends TimedVisit {
  /** Minutes from the visit before, or from the start. */
  travel: number;
}

export interface DayProposal {
  routes: { employee: string; visits: ProposedVisit[] }[];
  unassigned: { visit: DayVisit; reasons: ReturnType<typeof countReasons<'employees'>> }[];
}

const getRules = ({ rules }: PlanDay, employee: string) => rules.employees.get(employee) ?? NO_RULES;

/** Working hours of an employee without a pause: a vehicle of the problem. */
interface Block extends Hours {
  employee: string;
}

/** Lists the blocks of all employees. People without hours have none: only a dispatcher gives them visits. */
function listVehicles(plan: PlanDay): Block[] {
  const { rules, day, employees } = plan;
  return employees.flatMap((employee) =>
    (listBlocks(getRules(plan, employee).shifts, day, rules.timeZone) ?? []).map((hours) => ({ employee, ...hours })),
  );
}

interface DayProblem {
  problem: RouteProblem;
  /** The present routes. */
  initial: number[][];
  stops: readonly Stop[];
  /** The first and the last time at which each stop may begin; null: none. */
  begins: readonly (Hours | null)[];
  vehicles: readonly Block[];
}

/** Finds the times at which a stop may begin so that the laboratories of all its visits can take the tubes. */
function findBegins(plan: PlanDay, stop: Stop): Hours | null {
  const [{ visit, at }] = stop;
  if (visit.fixed) return { from: at, to: at };
  const deliver = stop.map((one) => createDelivery(plan.rules, one.visit, plan.day));
  return findLongestRun(listBegins(plan, stop), (begin) =>
    deliver.every((reasonAt, index) => !reasonAt(begin + (stop[index]?.at ?? 0) - at)),
  );
}

/** Builds the problem of a day: minutes since 1970, a vehicle for each block of hours, a visit for each stop. */
async function buildProblem(plan: PlanDay): Promise<DayProblem> {
  const { rules, day, employees } = plan;
  const stops = listStops(plan.visits);
  const vehicles = listVehicles(plan);
  const starts = [...new Set(employees.map((employee) => getRules(plan, employee).startZip))];
  const places = [...stops.map(([{ visit }]) => visit), ...starts.map((zip) => zip && { zip })];
  const rest = createEventLoopYield();
  const travel = [];
  for (const from of places) {
    await rest();
    travel.push(places.map((to) => (from && to ? getWay(rules, from, to) : UNKNOWN_START_MINUTES)));
  }
  const begins: (Hours | null)[] = [];
  const allowed: boolean[][] = [];
  for (const stop of stops) {
    await rest();
    const [{ visit }] = stop;
    const begin = findBegins(plan, stop);
    const suits = (employee: string) =>
      visit.fixed
        ? visit.employee === employee
        : stop.every((one) => listDayReasons(rules, one.visit, employee, day).length === 0);
    const suited = new Set(begin ? employees.filter(suits) : []);
    allowed.push(vehicles.map(({ employee }) => suited.has(employee)));
    begins.push(begin);
  }
  const problem: RouteProblem = {
    visits: stops.map((stop, place) => ({
      ...{ place, service: (getEnd(stop) - stop[0].at) / MINUTE, load: stop.length },
      from: Math.round((begins[place]?.from ?? 0) / MINUTE),
      to: Math.round((begins[place]?.to ?? 0) / MINUTE),
      penalty: stop[0].visit.fixed ? FIXED_PENALTY : PENALTY * stop.length,
    })),
    vehicles: vehicles.map(({ employee, from, to }) => {
      const { startZip, visitsPerDay } = getRules(plan, employee);
      return {
        ...{ start: stops.length + starts.indexOf(startZip), capacity: visitsPerDay ?? ANY_NUMBER },
        ...{ from: from / MINUTE - (startZip ? 0 : UNKNOWN_START_MINUTES), to: to / MINUTE },
      };
    }),
    ...{ travel, allowed },
  };
  const initial = vehicles.map(({ employee, from, to }) =>
    stops.flatMap(([{ visit, at }], index) => (visit.employee === employee && from <= at && at < to ? index : [])),
  );
  return { problem, initial, stops, begins, vehicles };
}

/** Returns the stops of an employee with the minutes of the way to each. */
function addWays(plan: PlanDay, employee: string, stops: readonly Stop[]): { stop: Stop; way: number }[] {
  const { startZip: zip } = getRules(plan, employee);
  return stops.map((stop, index) => {
    const before = stops[index - 1]?.[0].visit ?? (zip ? { zip } : null);
    return { stop, way: before ? getWay(plan.rules, before, stop[0].visit) : 0 };
  });
}

/** Times the stops of a vehicle, given by their index, in this order. */
function timeStops(plan: PlanDay, { stops, begins }: DayProblem, { employee, from }: Block, route: readonly number[]) {
  const own = route.map((index) => stops[index] as Stop);
  let free = from;
  return addWays(plan, employee, own).map(({ stop, way }, index) => {
    const begin = begins[route[index] ?? -1] as Hours;
    const moved = moveStop(stop, Math.max(begin.from, Math.min(begin.to, free + way * MINUTE)));
    free = getEnd(moved);
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
const toRoute = (plan: PlanDay, employee: string, stops: readonly Stop[]): DayProposal['routes'][number] => ({
  employee,
  visits: addWays(
    plan,
    employee,
    stops.toSorted((a, b) => a[0].at - b[0].at),
  ).flatMap(({ stop, way }) => stop.map((one, index) => ({ ...one, travel: index === 0 ? way : 0 }))),
});

type Solve = (problem: RouteProblem, initial: number[][]) => RoutePlan | Promise<RoutePlan>;

/** Rounds after which every assigned visit stays that nobody can make. */
const MAX_ROUNDS = 3;

/** A visit stays with its employee unless the plan moves it, or the employee is away. */
export const canStay = ({ employees, away }: PlanDay, { employee }: DayVisit): boolean =>
  employee !== null && employees.includes(employee) && !away.has(employee);

/**
 * Plans a day. Fixed visits stay, and no change breaks a rule. A visit that nobody can make stays with its employee, with
 * the reasons against it, and the others are planned around it. Without an employee it is left out.
 */
export async function proposeDay(plan: PlanDay, solve: Solve): Promise<DayProposal> {
  let { visits } = plan;
  for (let round = 1; ; round++) {
    const proposal = await fillDay({ ...plan, visits }, solve);
    const left = new Map(proposal.unassigned.map(({ visit }) => [visit.id, visit]));
    const staying = [...left.values()].filter((visit) => canStay(plan, visit));
    if (staying.length === 0) return { ...proposal, routes: proposal.routes.map((route) => withReasons(plan, route)) };
    visits = visits.map((visit) =>
      !visit.fixed && canStay(plan, visit) && (round === MAX_ROUNDS || left.has(visit.id))
        ? { ...visit, fixed: true, against: [] }
        : visit,
    );
  }
}

/** Adds the reasons against the visits that stay although nobody can make them, as the plan leaves them. */
export const withReasons = (plan: PlanDay, { employee, visits }: DayProposal['routes'][number]) => {
  const own = visits.map(({ visit, at }) => ({ ...visit, at, employee }));
  const toReasons = (visit: DayVisit) => listReasons({ ...plan, visits: own }, visit);
  return {
    employee,
    visits: visits.map(({ visit, ...one }) => ({
      ...{ ...one, visit: visit.against ? { ...visit, against: toReasons(visit) } : visit },
    })),
  };
};

/** Lists the reasons against a visit as it is, without those that a dispatcher has confirmed. */
export function listReasons({ rules, visits }: PlanDay, visit: DayVisit): WhyNot[] {
  if (visit.employee === null) return [];
  const own = visits.filter(({ employee }) => employee === visit.employee);
  const reasons = withoutUnplanned(whyNot(rules, visit, visit.employee, visit.at, own));
  return withoutConfirmed(reasons, visit.confirmed, visit.employee, visit.at);
}

/**
 * Plans a day around its fixed visits. A stop that the solver could not place goes to the first employee who can make
 * it. If there is none, it is left out with the reasons against each employee.
 */
async function fillDay(plan: PlanDay, solve: Solve): Promise<DayProposal> {
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
    const found = countReasons(against, 'employees');
    const over: typeof found = [{ code: 'past', parameters: {}, employees: plan.employees.length }];
    const reasons = found.length > 0 ? found : over;
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
export const keepAssigned = (plan: PlanDay): PlanDay => ({
  ...plan,
  visits: plan.visits.map((visit) => ({
    ...visit,
    fixed: visit.fixed || (canStay(plan, visit) && listReasons(plan, visit).length === 0),
  })),
});

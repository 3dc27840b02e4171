import { createEventLoopYield } from 'portal-frame/server';
import { addDays } from 'portal-frame/wire';
import { findSlots, listStarts } from '../../plan/server/findSlots.ts';
import { NO_RULES, type PlannedVisit, type WhyNot } from '../../plan/server/planRules.ts';
import { createDayCheck, whyNot } from '../../plan/server/whyNot.ts';
import { type Hours, includeTime, listBlocks, toMoment, type WallTimes } from '../../plan/server/workingHours.ts';
import type { DayProposal } from './planDay.ts';
import type { DayVisit, PlanDay } from './planStops.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Time before or after a shift in which a dispatcher may ask somebody to work. */
const MAX_OVERTIME = 120 * MINUTE;
/** Days after the planned one in which another day is found. */
export const MAX_WAY_DAYS = 7;

/** A way to make a visit that fits nobody: at another time, or against one rule. */
export interface Way {
  employee: string;
  at: number;
  /** The only rule that speaks against it; undefined: none does. */
  without?: WhyNot['code'];
}

/** Rules that a dispatcher may set aside: they protect no sample and no patient. */
const SOFT: readonly WhyNot['code'][] = ['zone', 'dailyCap', 'noHours', 'shift'];

export interface WaySearch {
  plan: PlanDay;
  routes: DayProposal['routes'];
  /** Visits that a dispatcher has moved to another day. */
  otherDays: readonly DayVisit[];
  /** Pending visits of an employee near a moment of another day. */
  near: (employee: string, at: number) => readonly PlannedVisit[];
  /** Times at which patients are visited. */
  patientTimes: WallTimes;
}

/** A way with what it costs: the lower, the better. */
interface Candidate {
  way: Way;
  cost: number;
}

const findCheapest = <C extends { cost: number }>(candidates: readonly C[]): C | undefined =>
  candidates.reduce<C | undefined>((best, one) => (best && best.cost <= one.cost ? best : one), undefined);

/** Returns the milliseconds by which a visit lies outside the working hours of a day; Infinity on a day without any. */
function measureOvertime({ rules, day }: PlanDay, { at, minutes }: PlannedVisit, employee: string): number {
  const { shifts } = rules.employees.get(employee) ?? NO_RULES;
  const outside = (listBlocks(shifts, day, rules.timeZone) ?? []).map(({ from, to }) =>
    Math.max(0, from - at, at + minutes * MINUTE - to),
  );
  return Math.min(...outside);
}

/** Finds the way to make a visit at its own time against a single rule. */
function findAgainst(plan: PlanDay, visit: DayVisit, present: Present): Candidate | undefined {
  if (visit.at < plan.after) return undefined;
  return findCheapest(
    present.flatMap(({ employee, others }) => {
      const [only, ...more] = whyNot(plan.rules, visit, employee, visit.at, others);
      if (!only || more.length > 0 || !SOFT.includes(only.code)) return [];
      const overtime = only.code === 'shift' ? measureOvertime(plan, visit, employee) : 0;
      const way: Way = { employee, at: visit.at, without: only.code };
      return overtime > MAX_OVERTIME ? [] : { way, cost: SOFT.indexOf(only.code) * DAY + overtime };
    }),
  );
}

type Present = { employee: string; others: PlannedVisit[] }[];

/** Returns the times of a day at which patients are visited, and the visit's own. */
function getOffered({ plan, patientTimes }: WaySearch, visit: DayVisit, day: string): Hours {
  const { timeZone } = plan.rules;
  const { from, to } = includeTime(patientTimes, visit.at, timeZone);
  return { from: toMoment(day, from, timeZone), to: toMoment(day, to, timeZone) };
}

/** Finds the nearest time of an employee on the planned day. */
function findSameDay(search: WaySearch, visit: DayVisit, present: Present): Candidate | undefined {
  const { rules, day, after } = search.plan;
  const { from, to } = getOffered(search, visit, day);
  return findCheapest(
    present.flatMap(({ employee, others }) =>
      createDayCheck(rules, visit, employee, day, others)
        .listFree(listStarts(rules, employee, day).filter((at) => at >= Math.max(from, after) && at <= to))
        .map((at) => ({ way: { employee, at }, cost: Math.abs(at - visit.at) })),
    ),
  );
}

/** Finds the nearest time of the first of the next days on which somebody can make the visit. */
function findOtherDay(search: WaySearch, visit: DayVisit, near: WaySearch['near']): Candidate | undefined {
  const { rules, day, after } = search.plan;
  // The absent may be back on another day.
  const employees = search.routes.map(({ employee }) => employee);
  for (let later = 1; later <= MAX_WAY_DAYS; later++) {
    const from = addDays(day, later);
    const offered = getOffered(search, visit, from);
    const slots = findSlots({ rules, visit, after, employees, near, from, days: 1 });
    const found = findCheapest(
      slots
        .filter(({ at }) => offered.from <= at && at <= offered.to)
        .map(({ at, employee }) => ({ way: { at, employee }, cost: Math.abs(at - visit.at - later * DAY) })),
    );
    if (found) return { ...found, cost: found.cost + later * DAY };
  }
  return undefined;
}

/**
 * Finds the nearest ways to make each visit beside the proposed routes. There is one for another time of the day, its
 * own time against a single rule, and another day. No two visits are offered the same time of an employee: the nearest
 * visit gets it.
 */
export async function findWays(search: WaySearch, visits: readonly DayVisit[]): Promise<Map<string, Way[]>> {
  /** Visits of an employee that are elsewhere as a dispatcher chose it, and those at the offered times. */
  const taken = new Map<string, PlannedVisit[]>(Map.groupBy(search.otherDays, ({ employee }) => employee ?? ''));
  const listTaken = (employee: string) => taken.get(employee) ?? [];
  const near: WaySearch['near'] = (employee, at) => [...search.near(employee, at), ...listTaken(employee)];
  const routes = search.routes
    .filter(({ employee }) => !search.plan.away.has(employee))
    .map(({ employee, visits: own }) => ({ employee, own: own.map((one) => ({ ...one.visit, at: one.at })) }));
  const listPresent = (): Present =>
    routes.map(({ employee, own }) => ({ employee, others: [...own, ...listTaken(employee)] }));
  const found = new Map<string, Way[]>(visits.map(({ id }) => [id, []]));
  const rest = createEventLoopYield();
  for (const find of [
    (visit: DayVisit) => findSameDay(search, visit, listPresent()),
    (visit: DayVisit) => findAgainst(search.plan, visit, listPresent()),
    (visit: DayVisit) => findOtherDay(search, visit, near),
  ]) {
    const prepare = async (visit: DayVisit) => {
      await rest();
      const best = find(visit);
      return best ? [{ visit, ...best, seen: listTaken(best.way.employee).length }] : [];
    };
    let open = (await Promise.all(visits.map(prepare))).flat();
    for (let best = findCheapest(open); best; best = findCheapest(open)) {
      const { visit, way, seen } = best;
      open = open.filter((one) => one.visit !== visit);
      const own = listTaken(way.employee);
      // The time may be offered to a nearer visit by now.
      if (own.length > seen) open.push(...(await prepare(visit)));
      else {
        taken.set(way.employee, [...own, { ...visit, at: way.at }]);
        found.get(visit.id)?.push(way);
      }
    }
  }
  return found;
}

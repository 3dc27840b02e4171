import { addDays } from 'portal-frame/wire';
import { findSlots, listStarts } from './findSlots.ts';
import type { DayProposal } from './planDay.ts';
import { NO_RULES, type PlannedVisit, type WhyNot } from './planRules.ts';
import type { DayVisit, PlanDay } from './planStops.ts';
import { createDayCheck, whyNot } from './whyNot.ts';
import { listBlocks } from './workingHours.ts';

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
}

const nearest = (ways: readonly Way[], at: number): Way[] =>
  ways.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at)).slice(0, 1);

/** Returns the milliseconds by which a visit lies outside the working hours of a day; Infinity on a day without any. */
function measureOvertime({ rules, day }: PlanDay, { at, minutes }: PlannedVisit, employee: string): number {
  const { shifts } = rules.employees.get(employee) ?? NO_RULES;
  const outside = (listBlocks(shifts, day, rules.timeZone) ?? []).map(({ from, to }) =>
    Math.max(0, from - at, at + minutes * MINUTE - to),
  );
  return Math.min(...outside);
}

/** Finds the way to make a visit at its own time against a single rule. */
function findAgainst({ plan, visit, employees }: { plan: PlanDay; visit: DayVisit; employees: Others }): Way[] {
  if (visit.at < plan.after) return [];
  const found = employees.flatMap(({ employee, others }) => {
    const [only, ...more] = whyNot(plan.rules, visit, employee, visit.at, others);
    if (!only || more.length > 0 || !SOFT.includes(only.code)) return [];
    const overtime = only.code === 'shift' ? measureOvertime(plan, visit, employee) : 0;
    const way: Way = { employee, at: visit.at, without: only.code };
    return overtime > MAX_OVERTIME ? [] : { way, rank: SOFT.indexOf(only.code), overtime };
  });
  return found
    .toSorted((a, b) => a.rank - b.rank || a.overtime - b.overtime)
    .slice(0, 1)
    .map(({ way }) => way);
}

type Others = { employee: string; others: PlannedVisit[] }[];

/**
 * Returns a function that finds the nearest ways to make a visit beside the proposed routes. There is one for another
 * time of the day, its own time against a single rule, and another day. No two visits are offered the same time of an
 * employee.
 */
export function createWayFinder({ plan, routes, otherDays, near }: WaySearch): (visit: DayVisit) => Way[] {
  const { rules, day, after, away } = plan;
  /** Visits of an employee that are elsewhere as a dispatcher chose it, and those at the offered times. */
  const taken = new Map<string, PlannedVisit[]>();
  const take = (employee: string, visit: PlannedVisit) => taken.set(employee, [...listTaken(employee), visit]);
  const listTaken = (employee: string) => taken.get(employee) ?? [];
  for (const visit of otherDays) take(visit.employee ?? '', visit);
  return (visit) => {
    const present = routes
      .filter(({ employee }) => !away.has(employee))
      .map(({ employee, visits }) => ({
        employee,
        others: [...visits.map((one) => ({ ...one.visit, at: one.at })), ...listTaken(employee)],
      }));
    const sameDay = present.flatMap(({ employee, others }) =>
      createDayCheck(rules, visit, employee, day, others)
        .listFree(listStarts(rules, employee, day))
        .filter((at) => at >= after)
        .map((at) => ({ employee, at })),
    );
    const search = {
      ...{ rules, visit, after },
      // The absent may be back on another day.
      employees: routes.map(({ employee }) => employee),
      near: (employee: string, at: number) => [...near(employee, at), ...listTaken(employee)],
    };
    let otherDay: Way[] = [];
    for (let later = 1; later <= MAX_WAY_DAYS && otherDay.length === 0; later++) {
      const slots = findSlots({ ...search, from: addDays(day, later), days: 1 });
      const ways = slots.map(({ at, employee }) => ({ at, employee }));
      otherDay = nearest(ways, visit.at + later * DAY);
    }
    const ways = [...nearest(sameDay, visit.at), ...findAgainst({ plan, visit, employees: present }), ...otherDay];
    for (const { employee, at } of ways) take(employee, { ...visit, at });
    return ways;
  };
}

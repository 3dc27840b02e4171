import { addDays } from 'portal-frame/wire';
import { findSlots, listStarts } from './findSlots.ts';
import type { DayProposal } from './planDay.ts';
import type { PlannedVisit, WhyNot } from './planRules.ts';
import type { DayVisit, PlanDay } from './planStops.ts';
import { createDayCheck, whyNot } from './whyNot.ts';

const DAY = 86_400_000;
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

interface WaySearch {
  plan: PlanDay;
  routes: DayProposal['routes'];
  /** Pending visits of an employee near a moment of another day. */
  near: (employee: string, at: number) => readonly PlannedVisit[];
}

const nearest = (ways: readonly Way[], at: number): Way[] =>
  ways.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at)).slice(0, 1);

/**
 * Finds the nearest ways to make a visit beside the proposed routes: another time of the day, a time of another day, and
 * its own time against a single rule.
 */
export function findWays({ plan, routes, near }: WaySearch, visit: DayVisit): Way[] {
  const { rules, day, after, away } = plan;
  const present = routes.filter(({ employee }) => !away.has(employee));
  const [sameDay, against]: [Way[], Way[]] = [[], []];
  for (const { employee, visits } of present) {
    const others = visits.map((one) => ({ ...one.visit, at: one.at }));
    const free = createDayCheck(rules, visit, employee, day, others).listFree(listStarts(rules, employee, day));
    sameDay.push(...free.filter((at) => at >= after).map((at) => ({ employee, at })));
    const [only, ...more] = visit.at < after ? [] : whyNot(rules, visit, employee, visit.at, others);
    if (only && more.length === 0 && SOFT.includes(only.code))
      against.push({ employee, at: visit.at, without: only.code });
  }
  // The absent may be back on another day.
  const employees = routes.map(({ employee }) => employee);
  const search = { rules, visit, employees, near, after };
  let otherDay: Way[] = [];
  for (let after = 1; after <= MAX_WAY_DAYS && otherDay.length === 0; after++) {
    const slots = findSlots({ ...search, from: addDays(day, after), days: 1 });
    const ways = slots.map(({ at, employee: of }) => ({ at, employee: of }));
    otherDay = nearest(ways, visit.at + after * DAY);
  }
  const rank = ({ without }: Way) => SOFT.indexOf(without ?? 'zone');
  return [...nearest(sameDay, visit.at), ...otherDay, ...against.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1)];
}

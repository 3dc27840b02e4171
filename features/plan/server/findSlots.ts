import { addDays } from 'portal-frame/wire';
import { memoizeByDay } from './memoize.ts';
import { type EmployeeRules, getWay, NO_RULES, type PlannedVisit, type PlanRules, type WhyNot } from './planRules.ts';
import { createDayCheck, createDelivery } from './whyNot.ts';
import { getDayHours, type Hours, listBlocks } from './workingHours.ts';

const MINUTE = 60_000;
const STEP = 15 * MINUTE;

export interface Slot {
  at: number;
  /** The one with the smallest detour, of `free` who can make the visit. */
  employee: string;
  free: number;
  /** Minutes of travel that the visit adds to the employee's day; null if no place before or after it is known. */
  detour: number | null;
}

export interface SlotSearch {
  rules: PlanRules;
  /** Its `at` is not used. */
  visit: PlannedVisit;
  /** Ids. */
  employees: readonly string[];
  /** First day, YYYY-MM-DD, and number of days. */
  from: string;
  days: number;
  /** Earliest moment. */
  after: number;
  /** Pending visits of an employee near a moment. */
  near: (employee: string, at: number) => readonly PlannedVisit[];
}

const listShiftStarts = memoizeByDay((shifts: EmployeeRules['shifts'], day, zone): number[] => {
  const range = getDayHours(day, zone);
  return (listBlocks(shifts, day, zone) ?? []).flatMap(({ from, to }) => {
    const first = Math.ceil(Math.max(from, range.from) / STEP);
    const last = Math.floor(Math.min(to, range.to - 1) / STEP);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * STEP);
  });
});

/** Lists the times of a day at which an employee might begin, every quarter of an hour of their working hours. */
export function listStarts({ timeZone, employees }: PlanRules, employee: string, day: string): number[] {
  const { shifts } = employees.get(employee) ?? NO_RULES;
  return listShiftStarts(shifts, day, timeZone);
}

type Place = Parameters<typeof getWay>[1];

/** Returns the minutes that a visit adds to the employee's day. Call with ascending times. */
function createDetour(
  rules: PlanRules,
  visit: PlannedVisit,
  employee: string,
  day: Hours,
  others: readonly PlannedVisit[],
): (at: number) => number | null {
  const start: Place = { zip: rules.employees.get(employee)?.startZip ?? '' };
  const stops = others.filter(({ at }) => day.from <= at && at < day.to).sort((a, b) => a.at - b.at);
  const way = (from: Place, to: Place | undefined) => (from.zip && to?.zip ? getWay(rules, from, to) : 0);
  const compute = (index: number) => {
    const [from, to] = [stops[index - 1] ?? start, stops[index]];
    if (!visit.zip || !(from.zip || to?.zip)) return null;
    return Math.max(0, way(from, visit) + way(visit, to) - way(from, to));
  };
  const known: (number | null)[] = [];
  let next = 0;
  return (at) => {
    while ((stops[next]?.at ?? Infinity) < at) next += 1;
    known[next] ??= compute(next);
    return known[next] ?? null;
  };
}

/** Finds the times of a day, by their index. A known detour comes before an unknown one. */
function findDaySlots({ rules, visit, employees, after, near }: SlotSearch, day: string): Slot[] {
  const range = getDayHours(day, rules.timeZone);
  if (range.to <= after) return [];
  const toIndex = (at: number) => Math.floor((at - range.from) / STEP);
  const deliver = createDelivery(rules, visit, day);
  const known: (WhyNot | null)[] = [];
  const deliverOnce = (at: number) => {
    const index = toIndex(at);
    const reason = known[index] === undefined ? deliver(at) : known[index];
    known[index] = reason;
    return reason;
  };
  const slots: Slot[] = [];
  for (const employee of employees) {
    const others = near(employee, range.from + 12 * 60 * MINUTE);
    const starts = listStarts(rules, employee, day);
    const times = createDayCheck(rules, visit, employee, day, others, deliverOnce).listFree(starts);
    if (times.length === 0) continue;
    const getDetour = createDetour(rules, visit, employee, range, others);
    for (const at of times) {
      if (at < after) continue;
      const detour = getDetour(at);
      const slot = slots[toIndex(at)] ?? { at, employee, free: 0, detour };
      slots[toIndex(at)] = slot;
      slot.free += 1;
      if ((detour ?? Infinity) < (slot.detour ?? Infinity)) Object.assign(slot, { employee, detour });
    }
  }
  return slots.filter(Boolean);
}

/** Finds the times at which an employee can make a visit, by `whyNot`, in their order. */
export const findSlots = (search: SlotSearch): Slot[] =>
  Array.from({ length: search.days }, (_, index) => findDaySlots(search, addDays(search.from, index))).flat();

/** Counts the visits without an employee (`waiting`) that overlap with a visit at a time. */
export const countWaiting = ({ id, minutes }: PlannedVisit, at: number, waiting: readonly PlannedVisit[]): number =>
  waiting.filter((one) => one.id !== id && one.at < at + minutes * MINUTE && at < one.at + one.minutes * MINUTE).length;

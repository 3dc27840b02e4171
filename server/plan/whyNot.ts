import { formatDateTime, getToday } from 'portal-frame/server';
import { addDays } from 'portal-frame/wire';
import { memoize } from './memoize.ts';
import { type EmployeeRules, getWay, NO_RULES, type PlannedVisit, type PlanRules, type WhyNot } from './planRules.ts';
import { getDayHours, type Hours, listBlocks, listHours, mergeHours } from './workingHours.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Tubes that keep longer reach every laboratory that opens at all. */
const MAX_DELIVERY_DAYS = 31;

const formatDay = memoize((day: string) =>
  new Date(day).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' }),
);

function listSkillReasons({ skills }: PlanRules, visit: PlannedVisit, day: string, { credentials }: EmployeeRules) {
  const needed = new Set(visit.needs?.skills);
  for (const [id, { forEveryVisit }] of skills) if (forEveryVisit) needed.add(id);
  return [...needed].flatMap((id): WhyNot[] => {
    const skill = skills.get(id)?.name ?? '';
    const own = credentials.filter((one) => one.skill === id);
    if (own.length === 0) return [{ code: 'skill', parameters: { skill } }];
    if (own.some(({ expiresOn }) => !expiresOn || expiresOn >= day)) return [];
    const latest =
      own
        .map(({ expiresOn }) => expiresOn ?? '')
        .toSorted()
        .at(-1) ?? '';
    return [{ code: 'credential', parameters: { skill, date: formatDay(latest) } }];
  });
}

/** Lists the reasons that hold at every time of the day. */
export function listDayReasons(rules: PlanRules, visit: PlannedVisit, employee: string, day: string): WhyNot[] {
  const own = rules.employees.get(employee) ?? NO_RULES;
  const reasons: WhyNot[] = [];
  const off = own.timeOff.find(({ from, to }) => from <= day && day <= to);
  if (off) reasons.push({ code: 'timeOff', parameters: { from: formatDay(off.from), to: formatDay(off.to) } });
  const holiday = rules.closedDays.get('')?.get(day);
  if (holiday !== undefined) reasons.push({ code: 'holiday', parameters: { name: holiday } });
  reasons.push(...listSkillReasons(rules, visit, day, own));
  const zone = own.zones.length > 0 ? rules.findZone(visit.zip) : undefined;
  if (own.zones.length > 0 && !(zone && own.zones.includes(zone.id)))
    reasons.push({ code: 'zone', parameters: { zip: visit.zip } });
  return reasons;
}

/** Returns whether the laboratory is open between the arrival of tubes drawn on a day and their deadline. */
export function createDelivery(rules: PlanRules, visit: PlannedVisit, day: string): (at: number) => boolean {
  const { timeZone: zone } = rules;
  const laboratory = rules.entered && visit.laboratory ? rules.laboratories.get(visit.laboratory) : undefined;
  if (!laboratory) return () => true;
  const { tubeHours } = visit;
  const closed = rules.closedDays.get(visit.laboratory ?? '');
  const days = tubeHours === undefined ? 0 : Math.min(MAX_DELIVERY_DAYS, Math.ceil(tubeHours / 24) + 1);
  const open = Array.from({ length: days + 1 }, (_, after) => addDays(day, after))
    .filter((one) => closed?.get(one) === undefined)
    .flatMap((one) => (laboratory.week.length > 0 ? listHours(laboratory.week, one, zone) : [getDayHours(one, zone)]));
  const way = (visit.minutes + rules.travel(visit.zip, laboratory.zip)) * MINUTE;
  const endOfDay = getDayHours(day, zone).to;
  return (at) => {
    const arrival = at + way;
    const deadline = tubeHours === undefined ? endOfDay : at + tubeHours * HOUR;
    return arrival <= deadline && open.some(({ from, to }) => from <= deadline && arrival <= to);
  };
}

/** The moments between which a visit cannot begin because of another, with the minutes of the way between them. */
const blockedBy = (visit: PlannedVisit, { at, minutes }: PlannedVisit, way: number): Hours => ({
  from: at - (visit.minutes + way) * MINUTE,
  to: at + (minutes + way) * MINUTE,
});

const isBetween = (at: number, { from, to }: Hours) => from < at && at < to;

/** The rules for one visit, one employee and one day. */
export interface DayCheck {
  /** Returns those of the ascending times for which `listReasons` is empty. */
  listFree(times: readonly number[]): readonly number[];
  listReasons(at: number): WhyNot[];
}

/**
 * Prepares the rules for a visit at any time of one day.
 * @param others the employee's other pending visits, at least those of the day.
 * @param canDeliver `createDelivery` of the same visit and day, which is the same for all employees.
 */
export function createDayCheck(
  rules: PlanRules,
  visit: PlannedVisit,
  employee: string,
  day: string,
  others: readonly PlannedVisit[],
  canDeliver = createDelivery(rules, visit, day),
): DayCheck {
  const { timeZone: zone, entered } = rules;
  const own = rules.employees.get(employee) ?? NO_RULES;
  const rest = others.filter(({ id }) => id !== visit.id);
  const neighbors = visit.minutes > 0 ? rest : [];
  const wayTo = (other: PlannedVisit) => (entered ? getWay(rules, visit, other) : 0);
  const always = entered ? listDayReasons(rules, visit, employee, day) : [];
  const range = getDayHours(day, zone);
  const count = rest.filter(({ at }) => range.from <= at && at < range.to).length;
  const isFull = entered && own.visitsPerDay !== null && count >= own.visitsPerDay;
  const hours = entered ? listBlocks(own.shifts, day, zone) : null;
  const length = visit.minutes * MINUTE;
  const worksAt = (at: number) => hours?.some(({ from, to }) => from <= at && at + length <= to) ?? true;
  const { earliest, latest } = (entered && visit.needs) || { earliest: null, latest: null };
  const suitsPatient = (at: number) => !((earliest && at < earliest) || (latest && at > latest));
  return {
    listFree(times) {
      if (always.length > 0 || isFull) return [];
      // Two that only touch leave their common end free.
      const blocked = mergeHours(
        neighbors.map((other) => blockedBy(visit, other, wayTo(other))),
        -1,
      );
      let next = 0;
      return times.filter((at) => {
        while ((blocked[next]?.to ?? Infinity) <= at) next += 1;
        const isBlocked = (blocked[next]?.from ?? Infinity) < at;
        return !isBlocked && worksAt(at) && suitsPatient(at) && canDeliver(at);
      });
    },
    listReasons(at) {
      const reasons = [...always];
      if (!worksAt(at)) reasons.push({ code: 'shift', parameters: {} });
      const show = (time: number | null) => (time ? formatDateTime(time, zone) : '…');
      if (!suitsPatient(at)) reasons.push({ code: 'window', parameters: { from: show(earliest), to: show(latest) } });
      if (!canDeliver(at)) reasons.push({ code: 'laboratoryClosed', parameters: {} });
      if (isFull) reasons.push({ code: 'dailyCap', parameters: { count } });
      const overlaps = (other: PlannedVisit) => isBetween(at, blockedBy(visit, other, 0));
      const close = neighbors.filter((other) => isBetween(at, blockedBy(visit, other, wayTo(other))));
      const over = close.find(overlaps) ?? close[0];
      if (over) {
        const time = formatDateTime(over.at, zone);
        reasons.push(
          overlaps(over)
            ? { code: 'overlap', parameters: { time } }
            : { code: 'travel', parameters: { time, minutes: wayTo(over) } },
        );
      }
      return reasons;
    },
  };
}

/**
 * Lists the reasons why an employee cannot make a visit at a time; none if it suits. The only rule of availability:
 * pickers, booking, imports, calendar, slots and plans all ask it.
 */
export const whyNot = (
  rules: PlanRules,
  visit: PlannedVisit,
  employee: string,
  at: number,
  others: readonly PlannedVisit[],
): WhyNot[] => createDayCheck(rules, visit, employee, getToday(rules.timeZone, at), others).listReasons(at);

/** Counts the employees or visits with each reason, the most frequent first. */
export function countReasons<U extends 'employees' | 'visits'>(against: readonly (readonly WhyNot[])[], unit: U) {
  const first = against.flatMap((own) =>
    own.filter(({ code }, index) => own.findIndex((one) => one.code === code) === index),
  );
  return [...Map.groupBy(first, ({ code }) => code).values()]
    .map((some) => ({ ...(some[0] as WhyNot), [unit]: some.length }) as WhyNot & Record<U, number>)
    .toSorted((a, b) => b[unit] - a[unit]);
}

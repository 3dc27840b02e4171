import { formatDateTime, getToday } from 'portal-frame/server';
import { addDays } from 'portal-frame/wire';
import { memoize } from './memoize.ts';
import { type EmployeeRules, getWay, NO_RULES, type PlannedVisit, type PlanRules, type WhyNot } from './planRules.ts';
import { getDayHours, type Hours, listBlocks, listHours, mergeHours } from './workingHours.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Tubes that keep longer reach every laboratory that opens at all. */
const MAX_DELIVERY_DAYS = 31;

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const formatDay = memoize((day: string) => dayFormat.format(new Date(day)));
const formatDays = memoize((from: string, to: string) => dayFormat.formatRange(new Date(from), new Date(to)));

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

/** Reasons against planning with an employee, but not against the choice of a dispatcher. */
const UNPLANNED: readonly WhyNot['code'][] = ['noHours', 'notDrawing'];

/** Lists the reasons why an employee is not planned with on a day unless a dispatcher chooses so. */
export function listUnplanned({ employees, timeZone }: PlanRules, employee: string, day: string): WhyNot[] {
  const { draws, shifts } = employees.get(employee) ?? NO_RULES;
  const codes: WhyNot['code'][] = [
    ...(draws ? [] : ['notDrawing' as const]),
    ...(listBlocks(shifts, day, timeZone) === null ? ['noHours' as const] : []),
  ];
  return codes.map((code) => ({ code, parameters: {} }));
}

/** Leaves out the reasons that do not count if a person has chosen the employee. */
export const withoutUnplanned = (reasons: readonly WhyNot[]): WhyNot[] =>
  reasons.filter(({ code }) => !UNPLANNED.includes(code));

/** Lists the reasons that hold at every time of the day. */
export function listDayReasons(rules: PlanRules, visit: PlannedVisit, employee: string, day: string): WhyNot[] {
  const own = rules.employees.get(employee) ?? NO_RULES;
  const reasons = listUnplanned(rules, employee, day);
  if (!own.isActive) reasons.push({ code: 'inactive', parameters: {} });
  const off = own.timeOff.find(({ from, to }) => from <= day && day <= to);
  if (off) reasons.push({ code: 'timeOff', parameters: { days: formatDays(off.from, off.to) } });
  const holiday = rules.closedDays.get('')?.get(day);
  if (holiday !== undefined) reasons.push({ code: 'holiday', parameters: { name: holiday } });
  reasons.push(...listSkillReasons(rules, visit, day, own));
  const zone = own.zones.length > 0 ? rules.findZone(visit.zip) : undefined;
  if (own.zones.length > 0 && !(zone && own.zones.includes(zone.id)))
    reasons.push({ code: 'zone', parameters: { zip: visit.zip } });
  return reasons;
}

/** Prepares the reason against bringing the tubes of a visit at a time of a day to its laboratory; null if it is open. */
export function createDelivery(rules: PlanRules, visit: PlannedVisit, day: string): (at: number) => WhyNot | null {
  const { timeZone: zone } = rules;
  const laboratory = visit.laboratory ? rules.laboratories.get(visit.laboratory) : undefined;
  if (!laboratory) return () => null;
  const { tubeHours } = visit;
  const closed = rules.closedDays.get(visit.laboratory ?? '');
  const days = tubeHours === undefined ? 0 : Math.min(MAX_DELIVERY_DAYS, Math.ceil(tubeHours / 24) + 1);
  const dates = Array.from({ length: days + 1 }, (_, after) => addDays(day, after));
  const open = dates
    .filter((one) => closed?.get(one) === undefined)
    .flatMap((one) => (laboratory.week.length > 0 ? listHours(laboratory.week, one, zone) : [getDayHours(one, zone)]));
  const travel = rules.travel(visit.zip, laboratory.zip);
  const way = (visit.minutes + travel) * MINUTE;
  const date = dates.find((one) => closed?.get(one) !== undefined);
  const isClosed: WhyNot = date
    ? { code: 'closedDay', parameters: { date: formatDay(date), name: closed?.get(date) ?? '' } }
    : { code: 'laboratoryClosed', parameters: {} };
  const tooOld: WhyNot = {
    code: 'tubesTooOld',
    parameters: { hours: tubeHours ?? 0, minutes: visit.minutes + travel },
  };
  const endOfDay = getDayHours(day, zone).to;
  return (at) => {
    const arrival = at + way;
    const deadline = tubeHours === undefined ? endOfDay : at + tubeHours * HOUR;
    if (tubeHours !== undefined && arrival > deadline) return date === day ? isClosed : tooOld;
    // Unknown hours refuse no time of a day that is not closed.
    if (laboratory.week.length === 0) return open.length > 0 ? null : isClosed;
    return open.some(({ from, to }) => from <= deadline && arrival <= to && arrival <= deadline) ? null : isClosed;
  };
}

/** Time by which a patient who has begun to fast can wait longer. */
const MAX_WAIT = 2 * HOUR;

/** Returns whether the patient can fast before a time: the fast can still begin, or goes on for a little longer. */
function canPrepare({ preparation }: PlannedVisit, at: number): boolean {
  if (!preparation) return true;
  const { from, known } = preparation;
  return at >= from || (known !== null && (at === known || (known < from && known < at && at <= known + MAX_WAIT)));
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
 * @param deliver `createDelivery` of the same visit and day, which is the same for all employees.
 */
export function createDayCheck(
  rules: PlanRules,
  visit: PlannedVisit,
  employee: string,
  day: string,
  others: readonly PlannedVisit[],
  deliver = createDelivery(rules, visit, day),
): DayCheck {
  const { timeZone: zone } = rules;
  const own = rules.employees.get(employee) ?? NO_RULES;
  const rest = others.filter(({ id }) => id !== visit.id);
  const neighbors = visit.minutes > 0 ? rest : [];
  const wayTo = (other: PlannedVisit) => getWay(rules, visit, other);
  const always = listDayReasons(rules, visit, employee, day);
  const range = getDayHours(day, zone);
  const count = rest.filter(({ at }) => range.from <= at && at < range.to).length;
  const isFull = own.visitsPerDay !== null && count >= own.visitsPerDay;
  const hours = listBlocks(own.shifts, day, zone);
  const length = visit.minutes * MINUTE;
  const worksAt = (at: number) => hours?.some(({ from, to }) => from <= at && at + length <= to) ?? true;
  const { earliest, latest } = visit.needs ?? { earliest: null, latest: null };
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
        return !isBlocked && worksAt(at) && suitsPatient(at) && canPrepare(visit, at) && !deliver(at);
      });
    },
    listReasons(at) {
      const reasons = [...always];
      if (!worksAt(at)) reasons.push({ code: 'shift', parameters: {} });
      const show = (time: number | null) => (time ? formatDateTime(time, zone) : '…');
      if (!suitsPatient(at)) reasons.push({ code: 'window', parameters: { from: show(earliest), to: show(latest) } });
      if (!canPrepare(visit, at))
        reasons.push({ code: 'preparation', parameters: { hours: visit.preparation?.hours ?? 0 } });
      const late = deliver(at);
      if (late) reasons.push(late);
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

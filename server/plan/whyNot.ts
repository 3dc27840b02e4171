import { formatDateTime, getDayRange, getToday } from 'portal-frame/server';
import { addDays } from 'portal-frame/wire';
import { type EmployeeRules, NO_RULES, type PlannedVisit, type PlanRules, type WhyNot } from './planRules.ts';
import { findZone } from './travelTimes.ts';
import { isWithinHours, listHours, listWorkingHours } from './workingHours.ts';

const formatDay = (day: string) => new Date(day).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function listSkillReasons(
  { skills, needs }: PlanRules,
  visit: PlannedVisit,
  day: string,
  { credentials }: EmployeeRules,
) {
  const needed = new Set(needs.get(visit.id)?.skills);
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
  const zone = findZone(rules.zones, visit.zip);
  if (own.zones.length > 0 && !(zone && own.zones.includes(zone.id)))
    reasons.push({ code: 'zone', parameters: { zip: visit.zip } });
  return reasons;
}

/** Lists the reasons of the patient and the laboratory against a time. */
function listTimeReasons(rules: PlanRules, visit: PlannedVisit, at: number): WhyNot[] {
  const reasons: WhyNot[] = [];
  const { earliest, latest } = rules.needs.get(visit.id) ?? {};
  if ((earliest && at < earliest) || (latest && at > latest)) {
    const show = (time: number | null | undefined) => (time ? formatDateTime(time, rules.timeZone) : '…');
    reasons.push({ code: 'window', parameters: { from: show(earliest), to: show(latest) } });
  }
  if (!canDeliver(rules, visit, at)) reasons.push({ code: 'laboratoryClosed', parameters: {} });
  return reasons;
}

/** True if the laboratory is open at some time between the arrival of the tubes and their deadline. */
export function canDeliver(rules: PlanRules, visit: PlannedVisit, at: number): boolean {
  const { timeZone: zone } = rules;
  const laboratory = visit.laboratory && rules.laboratories.get(visit.laboratory);
  if (!laboratory) return true;
  const arrival = at + (visit.minutes + rules.travel(visit.zip, laboratory.zip)) * MINUTE;
  const day = getToday(zone, at);
  const deadline = visit.tubeHours === undefined ? getDayRange(day, zone).to : at + visit.tubeHours * HOUR;
  if (arrival > deadline) return false;
  const closed = rules.closedDays.get(visit.laboratory ?? '');
  for (let open = day; getDayRange(open, zone).from <= deadline; open = addDays(open, 1)) {
    if (closed?.has(open)) continue;
    const hours = laboratory.week.length > 0 ? listHours(laboratory.week, open, zone) : [getDayRange(open, zone)];
    if (hours.some(({ from, to }) => from <= deadline && arrival <= to)) return true;
  }
  return false;
}

function findOverlap(
  { travel, timeZone }: PlanRules,
  visit: PlannedVisit,
  at: number,
  others: readonly PlannedVisit[],
) {
  for (const other of others) {
    const minutes = travel(visit.zip, other.zip);
    const [first, second] =
      other.at <= at ? [other.at + other.minutes * MINUTE, at] : [at + visit.minutes * MINUTE, other.at];
    if (first + minutes * MINUTE > second)
      return { code: 'overlap' as const, parameters: { time: formatDateTime(other.at, timeZone), minutes } };
  }
  return undefined;
}

/**
 * Lists the reasons why an employee cannot make a visit at a time; none if it suits.
 * @param others the employee's other pending visits, at least those of the day.
 */
export function whyNot(
  rules: PlanRules,
  visit: PlannedVisit,
  employee: string,
  at: number,
  others: readonly PlannedVisit[],
): WhyNot[] {
  if (!rules.entered) return [];
  const { timeZone: zone } = rules;
  const day = getToday(zone, at);
  const own = rules.employees.get(employee) ?? NO_RULES;
  const reasons = listDayReasons(rules, visit, employee, day);
  const period = { from: at, to: at + visit.minutes * MINUTE };
  if (!isWithinHours(period, zone, (one) => listWorkingHours(own.shifts, one, zone)))
    reasons.push({ code: 'shift', parameters: {} });
  reasons.push(...listTimeReasons(rules, visit, at));
  const rest = others.filter(({ id }) => id !== visit.id);
  const count = rest.filter((other) => getToday(zone, other.at) === day).length;
  if (own.visitsPerDay !== null && count >= own.visitsPerDay) reasons.push({ code: 'dailyCap', parameters: { count } });
  const overlap = visit.minutes > 0 ? findOverlap(rules, visit, at, rest) : undefined;
  if (overlap) reasons.push(overlap);
  return reasons;
}

import type { PlannedVisit, PlanRules, WhyNot } from '../../plan/server/planRules.ts';
import { getDayHours, type Hours } from '../../plan/server/workingHours.ts';

const MINUTE = 60_000;
const STEP = 15 * MINUTE;
/** A longer pause between two visits of a facility makes two stops of them. */
const MAX_PAUSE = 30 * MINUTE;

/** Pending visit of the day to plan. */
export interface DayVisit extends PlannedVisit {
  employee: string | null;
  /** Stays with its employee at its time. */
  fixed: boolean;
  /** The employee has begun it. */
  underWay?: true;
  /** Why it stays although a rule speaks against it: nobody can make it. */
  against?: readonly WhyNot[];
}

export interface PlanDay {
  rules: PlanRules;
  /** YYYY-MM-DD. */
  day: string;
  /** Visits are not moved to a time before. */
  after: number;
  /** Ids of active employees. */
  employees: readonly string[];
  /** Employees whose visits do not stay with them, such as those who are ill. */
  away: ReadonlySet<string>;
  visits: readonly DayVisit[];
}

export interface TimedVisit {
  visit: DayVisit;
  /** Milliseconds. */
  at: number;
}

/** Visits that one employee makes at one place, in their order: several of one facility, or one. */
export type Stop = readonly [TimedVisit, ...TimedVisit[]];

export const toStop = (visit: DayVisit): Stop => [{ visit, at: visit.at }];

/** Returns when a stop ends that begins at its planned time. */
export const getEnd = (stop: Stop): number => Math.max(...stop.map(({ visit, at }) => at + visit.minutes * MINUTE));

/**
 * Groups visits to stops, by their time: those of a facility that follow one another. Visits of a facility that overlap
 * are planned one after the other.
 */
export function listStops(visits: readonly DayVisit[]): Stop[] {
  const stops: Stop[] = [];
  const open = new Map<string, TimedVisit[] & Stop>();
  for (const visit of visits.toSorted((a, b) => a.at - b.at)) {
    const { zip, fixed, needs } = visit;
    const key = needs?.facility && !fixed ? `${needs.facility} ${zip}` : '';
    const stop = open.get(key);
    const end = stop ? getEnd(stop) : 0;
    if (stop && visit.at <= end + MAX_PAUSE) stop.push({ visit, at: Math.max(visit.at, end) });
    else {
      const next: TimedVisit[] & Stop = [{ visit, at: visit.at }];
      stops.push(next);
      if (key) open.set(key, next);
    }
  }
  return stops;
}

/** Returns a stop that begins at another time. */
export const moveStop = (stop: Stop, begin: number): Stop =>
  stop.map(({ visit, at }) => ({ visit, at: at + begin - stop[0].at })) as [TimedVisit, ...TimedVisit[]];

/**
 * Lists the times at which a stop may begin: every quarter of an hour of its window, its end and the planned time. A
 * visit without a window of the patient keeps its time, unless that is over.
 */
export function listBegins({ rules, day, after }: Pick<PlanDay, 'rules' | 'day' | 'after'>, stop: Stop): number[] {
  const planned = stop[0].at;
  const range = getDayHours(day, rules.timeZone);
  let [from, to] = [-Infinity, Infinity];
  for (const { visit, at } of stop) {
    const { earliest, latest } = visit.needs ?? {};
    const hasWindow = earliest || latest;
    const before = at - planned;
    from = Math.max(from, hasWindow ? Math.max(earliest ?? 0, range.from, after) - before : planned, after - before);
    to = Math.min(to, hasWindow ? Math.min(latest ?? Infinity, range.to - MINUTE) - before : planned);
  }
  const begins = new Set([planned, to].filter((at) => from <= at && at <= to));
  for (let at = from; at <= to; at += STEP) begins.add(at);
  return [...begins].sort((a, b) => a - b);
}

/** Returns the first and the last time of the longest run of times that suit; null if none does. */
export function findLongestRun(times: readonly number[], suits: (at: number) => boolean): Hours | null {
  const runs: number[][] = [[]];
  for (const at of times)
    if (suits(at)) runs.at(-1)?.push(at);
    else runs.push([]);
  const [longest = []] = runs.toSorted((a, b) => b.length - a.length);
  const [from, to] = [longest[0], longest.at(-1)];
  return from === undefined || to === undefined ? null : { from, to };
}

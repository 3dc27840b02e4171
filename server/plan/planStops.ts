import { createEventLoopYield } from 'portal-frame/server';
import { getWay, type PlannedVisit, type PlanRules } from './planRules.ts';
import { getDayHours, type Hours } from './workingHours.ts';

const MINUTE = 60_000;
const STEP = 15 * MINUTE;
/** A longer pause between two visits of a facility makes two stops of them. */
const MAX_PAUSE = 30 * MINUTE;
/** Minutes to the first visit of an employee whose start is unknown, so that one person makes neighboring visits. */
export const UNKNOWN_START_MINUTES = 20;

/** Pending visit of the day to plan. */
export interface DayVisit extends PlannedVisit {
  employee: string | null;
  /** Stays with its employee at its time. */
  fixed: boolean;
}

export interface PlanDay {
  rules: PlanRules;
  /** YYYY-MM-DD. */
  day: string;
  /** Visits are not moved to a time before. */
  after: number;
  /** Ids of active employees. */
  employees: readonly string[];
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

/** Returns the earliest and the latest begin; without a window of the patient a visit keeps its time. */
function getWindow({ rules, day, after }: Pick<PlanDay, 'rules' | 'day' | 'after'>, stop: Stop): Hours {
  const range = getDayHours(day, rules.timeZone);
  const windows = stop.map(({ visit, at }) => {
    const { earliest, latest } = visit.needs ?? {};
    const before = at - stop[0].at;
    if (visit.fixed || !(earliest || latest)) return { from: stop[0].at, to: stop[0].at };
    return {
      from: Math.max(earliest ?? 0, range.from, after) - before,
      to: Math.min(latest ?? Infinity, range.to - MINUTE) - before,
    };
  });
  return { from: Math.max(...windows.map(({ from }) => from)), to: Math.min(...windows.map(({ to }) => to)) };
}

/** Lists the times at which a stop may begin: every quarter of an hour of its window, its end and the planned time. */
export function listBegins(plan: Pick<PlanDay, 'rules' | 'day' | 'after'>, stop: Stop): number[] {
  const { from, to } = getWindow(plan, stop);
  const begins = new Set([stop[0].at, to].filter((at) => from <= at && at <= to));
  for (let at = from; at <= to; at += STEP) begins.add(at);
  return [...begins].sort((a, b) => a - b);
}

/** Returns the longest run of times that suit, as its first and last time; null if none does. */
export function findLongestRun(times: readonly number[], suits: (at: number) => boolean): Hours | null {
  const runs: Hours[] = [];
  let before = false;
  for (const at of times) {
    const isSuited = suits(at);
    const last = runs.at(-1);
    if (isSuited && before && last) last.to = at;
    else if (isSuited) runs.push({ from: at, to: at });
    before = isSuited;
  }
  return runs.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0] ?? null;
}

/** Measures the minutes between the places of stops and of the employees' starts (null: unknown). */
export async function measurePlaces(rules: PlanRules, stops: readonly Stop[], starts: readonly (string | null)[]) {
  const toKey = ({ zip, needs }: Pick<PlannedVisit, 'zip' | 'needs'>) => `${zip} ${needs?.facility ?? ''}`;
  const toStartKey = (zip: string | null) => (zip === null ? '' : toKey({ zip }));
  const places = new Map([
    ...stops.map(([{ visit }]) => [toKey(visit), visit] as const),
    ...starts.map((zip) => [toStartKey(zip), zip === null ? null : { zip }] as const),
  ]);
  const keys = [...places.keys()];
  const all = [...places.values()];
  const rest = createEventLoopYield();
  const travel = [];
  for (const from of all) {
    await rest();
    travel.push(all.map((to) => (from && to ? getWay(rules, from, to) : UNKNOWN_START_MINUTES)));
  }
  return {
    travel,
    placeOf: ([{ visit }]: Stop) => keys.indexOf(toKey(visit)),
    startPlaceOf: (zip: string | null) => keys.indexOf(toStartKey(zip)),
  };
}

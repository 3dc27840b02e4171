import { getDayRange } from 'portal-frame/server';
import { getWay, type PlannedVisit, type PlanRules } from './planRules.ts';

const MINUTE = 60_000;
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

/** Returns the earliest and the latest begin. Without a window of the patient a visit keeps its time. */
export function getWindow({ rules, day }: { rules: PlanRules; day: string }, stop: Stop): { from: number; to: number } {
  const range = getDayRange(day, rules.timeZone);
  const windows = stop.map(({ visit, at }) => {
    const { earliest, latest } = visit.needs ?? {};
    const after = at - stop[0].at;
    if (visit.fixed || !(earliest || latest)) return { from: stop[0].at, to: stop[0].at };
    return {
      from: Math.max(earliest ?? range.from, range.from) - after,
      to: Math.min(latest ?? range.to, range.to) - after,
    };
  });
  return { from: Math.max(...windows.map(({ from }) => from)), to: Math.min(...windows.map(({ to }) => to)) };
}

/** The places of stops and of the employees' starts (null: unknown), with the minutes between them. */
export function measurePlaces(rules: PlanRules, stops: readonly Stop[], starts: readonly (string | null)[]) {
  const toKey = ({ zip, needs }: Pick<PlannedVisit, 'zip' | 'needs'>) => `${zip} ${needs?.facility ?? ''}`;
  const toStartKey = (zip: string | null) => (zip === null ? '' : toKey({ zip }));
  const places = new Map([
    ...stops.map(([{ visit }]) => [toKey(visit), visit] as const),
    ...starts.map((zip) => [toStartKey(zip), zip === null ? null : { zip }] as const),
  ]);
  const keys = [...places.keys()];
  const all = [...places.values()];
  return {
    travel: all.map((from) => all.map((to) => (from && to ? getWay(rules, from, to) : UNKNOWN_START_MINUTES))),
    placeOf: ([{ visit }]: Stop) => keys.indexOf(toKey(visit)),
    startOf: (zip: string | null) => keys.indexOf(toStartKey(zip)),
  };
}

import type { PlanProposal } from '../wire/dayPlanApi.ts';

const HOUR = 3_600_000;

/** Milliseconds: the drawn part of a day, from one full hour to another. */
export interface DaySpan {
  from: number;
  to: number;
}

type Visit = Pick<PlanProposal['employees'][number]['visits'][number], 'at' | 'minutes'>;

export const getEnd = ({ at, minutes }: Visit): number => Date.parse(at) + minutes * 60_000;

/** Returns the hours that hold all visits of the routes; eight hours from now without any. */
export function getDaySpan({ employees }: PlanProposal): DaySpan {
  const visits = employees.flatMap((one) => one.visits);
  if (visits.length === 0) return { from: Date.now(), to: Date.now() + 8 * HOUR };
  const from = Math.floor(Math.min(...visits.map(({ at }) => Date.parse(at))) / HOUR) * HOUR;
  return { from, to: Math.max(from + HOUR, Math.ceil(Math.max(...visits.map(getEnd)) / HOUR) * HOUR) };
}

/** Returns the place of a visit in a lane, in percent. */
export function getPlace(visit: Visit, { from, to }: DaySpan): { left: string; width: string } {
  const percent = (length: number) => `${((100 * length) / (to - from)).toFixed(2)}%`;
  return { left: percent(Date.parse(visit.at) - from), width: percent(visit.minutes * 60_000) };
}

/** Lists the full hours of a span, at most about a dozen. */
export function listHourMarks({ from, to }: DaySpan): number[] {
  const step = HOUR * Math.ceil((to - from) / HOUR / 12);
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step);
}

import { Cron } from 'croner';
import { INTERVAL, type Job } from './defineJob.ts';

/** When a job runs (ms since 1970). */
export interface JobSchedule {
  /** Returns the last time at or before `now`; undefined if there is none. */
  last(now: number): number | undefined;
  /** Returns the first time after `now`. */
  next(now: number): number | undefined;
}

const MINUTE_MS = 60_000;

function createInterval(minutes: number): JobSchedule {
  const length = minutes * MINUTE_MS;
  const last = (now: number) => Math.floor(now / length) * length;
  return { last, next: (now) => last(now) + length };
}

function createCron(expression: string, timezone: string): JobSchedule {
  const cron = new Cron(expression, { timezone, paused: true });
  return {
    // Croner excludes the reference itself.
    last: (now) => cron.previousRuns(1, new Date(Math.floor(now / 1000) * 1000 + 1000))[0]?.getTime(),
    next: (now) => cron.nextRun(new Date(now))?.getTime(),
  };
}

/** Creates the schedule of a job in the business time zone. Throws if its cron expression is invalid. */
export function createSchedule({ at, every, cron, before }: Job, timeZone: string): JobSchedule {
  const [, count, unit] = INTERVAL.exec(every ?? '') ?? [];
  if (count) return createInterval(Number(count) * (unit === 'hour' ? 60 : 1));
  if (cron) return createCron(cron, timeZone);
  const times = [at ?? (before ? '00:00' : [])].flat();
  const schedules = times.map((time) => {
    const [hour, minute] = time.split(':').map(Number);
    return createCron(`0 ${minute} ${hour} * * *`, timeZone);
  });
  return {
    last: (now) => Math.max(...schedules.map((one) => one.last(now) ?? Number.NEGATIVE_INFINITY)),
    next: (now) => Math.min(...schedules.map((one) => one.next(now) ?? Number.POSITIVE_INFINITY)),
  };
}

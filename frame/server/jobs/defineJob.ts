import { basename } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { ConfigError } from '../../config/configError.ts';
import type { AnyResource } from '../../config/resource.ts';
import { isCalendarDay } from '../../fields/fieldTypes.ts';
import type { Where } from '../../where/where.ts';
import { importDefaults } from '../base/importDefault.ts';
import type { RecordsContext } from '../records/read/operationContext.ts';
import type { RecordValues } from '../records/schema/recordRow.ts';

/** The input of a job: a context of the records API with every right. Activity entries name the job. */
export interface JobContext extends RecordsContext {
  log: FastifyBaseLogger;
  /** When the run was due (ms since 1970). */
  dueAt: number;
  now: number;
}

type TimeOfDay = `${number}:${number}`;

interface TimedSchedule {
  /** Times of day in the business time zone, `HH:mm`. A time that a clock change skips runs an hour later. */
  at?: TimeOfDay | readonly TimeOfDay[];
  /** Interval, such as '5 minutes' or '2 hours'. */
  every?: `${number} ${'minute' | 'minutes' | 'hour' | 'hours'}`;
  /** Cron expression in the business time zone, such as '0 8 * * 1'. */
  cron?: string;
  /** Does the work. Its result is kept in the log of runs, as JSON. It may run twice after a crash. */
  run(context: JobContext): Promise<unknown>;
}

interface RecordSchedule {
  resource: string;
  /** A date field of the resource. */
  before: string;
  /** Days before the date; negative for days after it. */
  days: number;
  /** Time of day of the run; 00:00 by default. */
  at?: TimeOfDay;
  where?: Where;
  /** Does the work for one record, once for each of its dates, in one transaction. */
  run(context: JobContext, record: RecordValues): Promise<unknown>;
}

interface EventSchedule {
  resource: string;
  /** Does the work for the record of an event. It may run twice after a crash. */
  run(context: JobContext, record: RecordValues): Promise<unknown>;
}

/** A job that runs by itself: one of `at`, `every`, `cron` and `before` says when. */
export type ScheduledJob = { name: string } & (
  | (TimedSchedule & { before?: undefined; resource?: undefined })
  | (RecordSchedule & { every?: undefined; cron?: undefined })
);
/** A job without a schedule, which a plug-in starts for a record of its resource. */
export type EventJob = { name: string } & EventSchedule & {
    at?: undefined;
    every?: undefined;
    cron?: undefined;
    before?: undefined;
  };

/** A background job. */
export type Job = ScheduledJob | EventJob;

/** True if the job has no schedule. */
export const isEventJob = (job: Job): job is EventJob =>
  [job.at, job.every, job.cron, job.before].every((one) => one === undefined);

/**
 * Declares a background job of the app, in server/jobs/{name}.ts. Each run happens once across all servers. After a
 * downtime, the last run that was missed is made up for.
 * @example export default defineJob({ name: 'late loans', at: '02:00', run: (context) => notifyLate(context) });
 * @example export default defineJob({ name: 'due soon', resource: 'loans', before: 'dueOn', days: 3, run: remind });
 * @example export default defineJob({ name: 'print label', resource: 'parcels', run: (context, parcel) => print(parcel) });
 */
export const defineJob = (job: Job): Job => job;

export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;
export const INTERVAL = /^([1-9]\d{0,3}) (minute|hour)s?$/;

function findJobErrors(file: string, found: unknown, resources: readonly AnyResource[]): string[] {
  const job = (found ?? {}) as Partial<Record<string, unknown>>;
  if (typeof job.name !== 'string' || typeof job.run !== 'function')
    return [`${file}: found no default export with name and run, expected export default defineJob({ ... }).`];
  const errors: string[] = [];
  const expect = (key: string, isGood: boolean, expected: string) => {
    if (!isGood) errors.push(`${file}: ${key}: found ${JSON.stringify(job[key])}, expected ${expected}.`);
  };
  const { at, every, cron, before, resource, days } = job;
  const times = at === undefined ? [] : [at].flat();
  expect('name', /^[\w -]{1,60}$/.test(job.name), 'up to 60 letters, digits, spaces and hyphens');
  expect(
    'at',
    times.every((one) => TIME_OF_DAY.test(String(one))),
    'a time such as 02:00, or a list of them',
  );
  if (every !== undefined) expect('every', INTERVAL.test(String(every)), 'an interval such as 5 minutes');
  const kinds = [before ?? (times.length > 0 || undefined), every, cron].filter((one) => one !== undefined);
  const named = resources.find(({ name, api, table }) => name === resource && (!api || (table && kinds.length === 0)));
  if (resource !== undefined && kinds.length === 0) {
    expect('resource', named !== undefined, 'the name of a collection');
    return errors;
  }
  if (before !== undefined) {
    expect('resource', named !== undefined, 'the name of a collection');
    const field = named?.fields[String(before)];
    if (named) expect('before', isCalendarDay(field), `a date field of ${named.name}`);
    expect('days', Number.isInteger(days), 'a whole number of days');
  }
  if (kinds.length !== 1)
    errors.push(`${file}: found ${kinds.length} schedules, expected one of at, every, cron and before, or a resource.`);
  return errors;
}

/** Loads the jobs of server/jobs, behind those of plug-ins (`given`). Throws a ConfigError that names each mistake. */
export async function loadJobs(
  resources: readonly AnyResource[],
  folder?: string,
  given: readonly Job[] = [],
): Promise<Job[]> {
  const jobs: Job[] = [];
  const errors: string[] = [];
  const ofPlugins = given.map((job) => [`job of a plug-in, ${job.name}`, job] as const);
  for (const [place, found] of [...ofPlugins, ...(await importDefaults('server/jobs/*.ts', folder))]) {
    const job = found as Job;
    errors.push(...findJobErrors(place, job, resources));
    if (jobs.some(({ name }) => name === job?.name))
      errors.push(`${place}: name: found "${job.name}" twice (${basename(place)}).`);
    jobs.push(job);
  }
  if (errors.length > 0) throw new ConfigError(errors);
  return jobs;
}

import type { FastifyBaseLogger } from 'fastify';
import { settlesWithin } from '../base/settlesWithin.ts';
import { getLogReason } from '../base/systemErrors.ts';
import { newId } from '../db/newId.ts';
import { systemContext } from '../records/operations/recordsContext.ts';
import type { Services } from '../services.ts';
import { isEventJob, type Job, type JobContext, type ScheduledJob } from './defineJob.ts';
import { getRetryTime, isSettled, mayTry } from './jobRetries.ts';
import { beginJobRun, endJobRun, findJobRun, JOB_LOCK_MS, lockJob, registerJobs, setJobLock } from './jobRows.ts';
import { createSchedule, type JobSchedule } from './jobSchedule.ts';
import { runForRecords } from './recordJobs.ts';

const TICK_MS = 30_000;
const STOP_WAIT_MS = 5000;

/** Runs the jobs of one server. */
export interface JobRunner {
  start(): Promise<void>;
  /** Runs what is due now. Resolves when it has ended. */
  tick(): Promise<void>;
  /** Starts no more runs, and waits a few seconds for those that run. */
  stop(): Promise<void>;
}

interface PlannedJob {
  job: ScheduledJob;
  schedule: JobSchedule;
  since: number;
  /** The last due time that is known to be done, here or elsewhere. */
  settled: number;
}

interface RunnerParts {
  services: Services;
  log: FastifyBaseLogger;
  /** The clock; tests give their own. */
  now?: () => number;
}

/** Renews the lock of a job while it runs, so that no other server starts it. */
function keepLocked({ services, log }: RunnerParts, name: string, owner: string, now: () => number) {
  const renew = () =>
    void setJobLock(services.db, name, owner, now() + JOB_LOCK_MS).catch((error: unknown) =>
      log.warn({ job: name, reason: getLogReason(error) }, 'the lock of a job could not be renewed'),
    );
  return setInterval(renew, JOB_LOCK_MS / 3).unref();
}

async function runOnce(parts: RunnerParts, { job, since }: PlannedJob, dueAt: number, now: () => number) {
  const { services, log } = parts;
  const { db } = services;
  const owner = newId(now());
  if (!(await lockJob(db, job.name, owner, now()))) return false;
  const lock = keepLocked(parts, job.name, owner, now);
  try {
    const found = await findJobRun(db, job.name, dueAt);
    if (found && !mayTry(found, now())) return false;
    const run = await beginJobRun(db, { name: job.name, dueAt, found }, now());
    const context: JobContext = { ...systemContext(services, job.name), log, dueAt, now: now() };
    try {
      const result = await (job.before === undefined ? job.run(context) : runForRecords(job, context, since));
      await endJobRun(db, run, { status: 'done', result: JSON.stringify(result) ?? '', retry_at: 0 }, now());
      log.info({ job: job.name, result }, 'a job was done');
      return true;
    } catch (error) {
      const reason = getLogReason(error);
      log.error({ job: job.name, tries: run.tries, reason }, 'a job failed');
      const failed = { status: 'failed', result: reason, retry_at: getRetryTime(run, now()) } as const;
      await endJobRun(db, run, failed, now());
      return false;
    }
  } finally {
    clearInterval(lock);
    await setJobLock(db, job.name, owner, 0);
  }
}

async function runIfDue(parts: RunnerParts, planned: PlannedJob, now: () => number): Promise<void> {
  const { job, schedule, since } = planned;
  const dueAt = schedule.last(now());
  if (dueAt === undefined || dueAt <= since || dueAt <= planned.settled) return;
  const found = await findJobRun(parts.services.db, job.name, dueAt);
  const isDone = found ? isSettled(found) : false;
  if (isDone || (await runOnce(parts, planned, dueAt, now))) planned.settled = dueAt;
}

/** Creates the runner of these jobs. Servers agree by the database on who runs what. */
export function createJobRunner(allJobs: readonly Job[], parts: RunnerParts): JobRunner {
  const { services, log, now = Date.now } = parts;
  const jobs = allJobs.filter((job) => !isEventJob(job));
  const running = new Map<string, Promise<void>>();
  let planned: PlannedJob[] = [];
  let timer: NodeJS.Timeout | undefined;
  const start = (one: PlannedJob): Promise<void> => {
    const { name } = one.job;
    const run = runIfDue(parts, one, now)
      .catch((error: unknown) => log.error({ job: name, reason: getLogReason(error) }, 'a job could not be started'))
      .finally(() => running.delete(name));
    running.set(name, run);
    return run;
  };
  const tick = async () => {
    await Promise.all(planned.map((one) => running.get(one.job.name) ?? start(one)));
  };
  return {
    async start() {
      const since = await registerJobs(
        services.db,
        jobs.map(({ name }) => name),
        now(),
      );
      planned = jobs.map((job) => ({
        job,
        schedule: createSchedule(job, services.config.timeZone),
        since: since.get(job.name) ?? now(),
        settled: 0,
      }));
      timer = setInterval(() => void tick(), TICK_MS).unref();
      void tick();
    },
    tick,
    async stop() {
      clearInterval(timer);
      planned = [];
      await settlesWithin(Promise.all(running.values()), STOP_WAIT_MS);
    },
  };
}

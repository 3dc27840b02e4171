import type { WireJobRun } from '../../../wire/calls/jobCalls.ts';
import type { JobRunRow } from '../../db/databaseSchema.ts';
import { findJobRuns, findLastRuns } from '../../jobs/jobRows.ts';
import { createSchedule } from '../../jobs/jobSchedule.ts';
import type { SomeFrameHandlers } from '../frameHandlers.ts';

const LOG_LENGTH = 100;

const toIso = (at: number) => new Date(Number(at)).toISOString();

const toWireRun = (run: JobRunRow): WireJobRun => ({
  ...{ _id: run.id, name: run.name, state: run.status, tries: run.tries, result: run.result },
  ...{ dueAt: toIso(run.due_at), startedAt: toIso(run.started_at) },
  finishedAt: run.finished_at === null ? null : toIso(run.finished_at),
});

export const jobHandlers = {
  async jobs(_input, { db, config, runningJobs }) {
    const now = Date.now();
    const last = await findLastRuns(db);
    const jobs = runningJobs.map((job) => {
      const next = createSchedule(job, config.timeZone).next(now);
      return { name: job.name, nextAt: next === undefined ? null : toIso(next) };
    });
    const runs = await findJobRuns(db, LOG_LENGTH);
    return { data: { jobs, last: [...last.values()].map(toWireRun), runs: runs.map(toWireRun) } };
  },
} satisfies SomeFrameHandlers;

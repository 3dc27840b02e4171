import type { z } from 'zod';
import { declareCalls, failureTexts } from '../call.ts';
import {
  nullable,
  wireChoice,
  wireCount,
  wireList,
  wireObject,
  wireRecord,
  wireText,
  wireTexts,
} from '../wireValues.ts';

const JOB_STATES = ['running', 'done', 'failed'] as const;

const jobRun = wireRecord({
  ...wireTexts('name', 'dueAt', 'startedAt'),
  finishedAt: nullable(wireText),
  state: wireChoice(JOB_STATES, 'done'),
  tries: wireCount,
  /** JSON of the result, or the reason of the failure. */
  result: wireText,
});
export type WireJobRun = z.infer<typeof jobRun.schema>;
export type JobRun = ReturnType<typeof jobRun.read>;

const jobLog = wireObject({
  /** `nextAt` is when the job runs next; null if never. */
  jobs: wireList(wireObject({ name: wireText, nextAt: nullable(wireText) })),
  last: wireList(jobRun),
  runs: wireList(jobRun),
});

/** Reads the jobs with their last run, and the newest runs. */
export function readJobs(data: unknown) {
  const { jobs, last, runs } = jobLog.read(data);
  return { jobs: jobs.map((job) => ({ ...job, last: last.find(({ name }) => name === job.name) })), runs };
}

const { get } = declareCalls({ feature: 'jobs', roles: 'managers' });

export const jobCalls = {
  jobs: get('/admin/get-jobs', {
    summary: 'The background jobs, the last run of each, and the newest runs of all.',
    data: jobLog.schema,
    failure: failureTexts('errors.jobs'),
  }),
};

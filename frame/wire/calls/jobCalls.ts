import { z } from 'zod';
import { call, failureTexts } from '../call.ts';
import { MANAGERS } from '../roles.ts';
import { asList, asObject, asText, readTexts } from '../wireValues.ts';

const JOB_STATES = ['running', 'done', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

const wireJob = z.object({
  name: z.string(),
  /** When the job runs next; null if never. */
  nextAt: z.string().nullable(),
});
const wireJobRun = z.object({
  _id: z.string(),
  name: z.string(),
  dueAt: z.string(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  state: z.enum(JOB_STATES),
  tries: z.number(),
  /** JSON of the result, or the reason of the failure. */
  result: z.string(),
});
export type WireJobRun = z.infer<typeof wireJobRun>;

export interface JobRun {
  id: string;
  name: string;
  startedAt: string;
  finishedAt: string;
  state: JobState;
  result: string;
}
export interface JobLog {
  jobs: { name: string; nextAt: string; last: JobRun | undefined }[];
  runs: JobRun[];
}

const readRun = (value: unknown): JobRun => {
  const wire = asObject(value);
  return {
    ...readTexts(wire, ['name', 'startedAt', 'finishedAt', 'result']),
    id: asText(wire._id),
    state: JOB_STATES.find((one) => one === wire.state) ?? 'done',
  };
};

/** Reads the jobs with their last run, and the newest runs. */
export function readJobs(data: unknown): JobLog {
  const { jobs, runs, last } = asObject(data);
  const lastRuns = asList(last).map(readRun);
  return {
    jobs: asList(jobs).map((value) => {
      const job = readTexts(asObject(value), ['name', 'nextAt']);
      return { ...job, last: lastRuns.find(({ name }) => name === job.name) };
    }),
    runs: asList(runs).map(readRun),
  };
}

export const jobCalls = {
  jobs: call({
    method: 'GET',
    path: '/admin/get-jobs',
    feature: 'jobs',
    roles: MANAGERS,
    summary: 'The background jobs, the last run of each, and the newest runs of all.',
    data: z.object({ jobs: z.array(wireJob), last: z.array(wireJobRun), runs: z.array(wireJobRun) }),
    failure: failureTexts('errors.jobs'),
  }),
};

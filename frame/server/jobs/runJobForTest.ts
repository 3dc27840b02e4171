import type { FastifyBaseLogger } from 'fastify';
import { systemContext } from '../records/operations/recordsContext.ts';
import type { Services } from '../services.ts';
import { isEventJob, type JobContext } from './defineJob.ts';
import { runForRecords } from './recordJobs.ts';

/** A request of a test to the server that it started, and the reply. */
export interface JobRequest {
  runJob: string;
}
export type JobReply = { result: unknown } | { problem: string };

const isJobRequest = (message: unknown): message is JobRequest =>
  typeof (message as Partial<JobRequest> | null)?.runJob === 'string';

/** Runs a job now, outside of its schedule and its log of runs. Throws an Error if none can be run by this name. */
async function runJob(services: Services, log: FastifyBaseLogger, name: string): Promise<unknown> {
  const jobs = services.runningJobs.filter((job) => !isEventJob(job));
  const job = jobs.find((one) => one.name === name);
  if (!job || isEventJob(job))
    throw new Error(`No job "${name}" has a schedule. These have: ${jobs.map((one) => one.name).join(', ')}.`);
  const now = Date.now();
  const context: JobContext = { ...systemContext(services, name), log, dueAt: now, now };
  return job.before === undefined ? job.run(context) : runForRecords(job, context, now);
}

/** Runs jobs that the parent process asks for: only `startApp` of a test has a channel to its server. */
export function answerJobRequests(services: Services, log: FastifyBaseLogger): void {
  if (!process.send) return;
  process.on('message', async (message) => {
    if (!isJobRequest(message)) return;
    const reply = await runJob(services, log, message.runJob).then(
      (result): JobReply => ({ result }),
      (error): JobReply => ({ problem: String(error?.message ?? error) }),
    );
    process.send?.(reply);
  });
}

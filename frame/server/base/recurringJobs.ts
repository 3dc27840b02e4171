import type { FastifyBaseLogger } from 'fastify';
import { getLogReason } from './systemErrors.ts';

const DAY_MS = 24 * 3_600_000;

/** A chore that runs beside the requests. */
export interface RecurringJob<Result> {
  run(): Promise<Result>;
  /** Logs what came of a run. */
  report(result: Result): void;
  /** What the log says where a run fails, beside the reason. */
  failureMessage: string;
}

/** Runs a chore once the server is ready and then daily; a failure is logged, and the next day tries again. */
export const runDaily = <Result>(log: FastifyBaseLogger, chore: RecurringJob<Result>) => runEvery(DAY_MS, log, chore);

/** The same every so many milliseconds. */
export function runEvery<Result>(
  wait: number,
  log: FastifyBaseLogger,
  { run, report, failureMessage: failed }: RecurringJob<Result>,
): { stop(): void } {
  const once = () => void run().then(report, (error: unknown) => log.error({ reason: getLogReason(error) }, failed));
  const timer = setInterval(once, wait).unref();
  setImmediate(once);
  return { stop: () => clearInterval(timer) };
}

import type { FastifyBaseLogger } from 'fastify';
import { getLogReason } from './systemErrors.ts';

const DAY_MS = 24 * 3_600_000;

export interface RecurringJob<Result> {
  run(): Promise<Result>;
  report(result: Result): void;
  failureMessage: string;
}

/** Runs a job once the server is ready, then daily. Logs a failure and tries again the next day. */
export const runDaily = <Result>(log: FastifyBaseLogger, chore: RecurringJob<Result>) => runEvery(DAY_MS, log, chore);

/** Runs a job once the server is ready, then every `wait` milliseconds. */
export function runEvery<Result>(
  wait: number,
  log: FastifyBaseLogger,
  { run, report, failureMessage }: RecurringJob<Result>,
): { stop(): void } {
  const once = () =>
    void run().then(report, (error: unknown) => log.error({ reason: getLogReason(error) }, failureMessage));
  const timer = setInterval(once, wait).unref();
  setImmediate(once);
  return { stop: () => clearInterval(timer) };
}

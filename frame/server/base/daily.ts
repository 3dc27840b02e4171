import type { FastifyBaseLogger } from 'fastify';
import { causeOf } from './systemErrors.ts';

const DAY = 24 * 3_600_000;

/** A chore that runs beside the requests. */
export interface Chore<Result> {
  run(): Promise<Result>;
  /** Logs what came of a run. */
  report(result: Result): void;
  /** What the log says where a run fails, beside the reason. */
  failed: string;
}

/** Runs a chore once the server is ready and then daily; a failure is logged, and the next day tries again. */
export const daily = <Result>(log: FastifyBaseLogger, chore: Chore<Result>) => every(DAY, log, chore);

/** The same every so many milliseconds. */
export function every<Result>(
  wait: number,
  log: FastifyBaseLogger,
  { run, report, failed }: Chore<Result>,
): { stop(): void } {
  const once = () => void run().then(report, (error: unknown) => log.error({ reason: causeOf(error) }, failed));
  const timer = setInterval(once, wait).unref();
  setImmediate(once);
  return { stop: () => clearInterval(timer) };
}

import type { JobRunRow } from '../db/databaseSchema.ts';

/** Waits after each failed try. Then the next due time is next. */
const RETRY_MS = [60_000, 5 * 60_000, 15 * 60_000, 3_600_000];

/** True if a run has ended for good. */
export const isSettled = ({ status, tries }: JobRunRow): boolean =>
  status === 'done' || (status === 'failed' && tries > RETRY_MS.length);

/** True if a run is neither done nor waits for its next try. */
export const mayTry = (run: JobRunRow, now: number): boolean =>
  !isSettled(run) && !(run.status === 'failed' && run.retry_at > now);

/** Returns the time of the try after this failed one (ms since 1970). */
export const getRetryTime = ({ tries }: JobRunRow, now: number): number => now + (RETRY_MS[tries - 1] ?? 0);

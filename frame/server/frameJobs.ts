import { DateTime } from 'luxon';
import { pruneIdempotencyKeys } from './accounts/idempotencyRows.ts';
import type { ScheduledJob } from './jobs/defineJob.ts';
import { pruneJobRuns } from './jobs/jobRows.ts';
import { sweepUploads } from './jobs/sweepUploads.ts';

const LOG_DAYS = 90;
const DAY_MS = 24 * 3_600_000;
/** Notes on dates are kept longer than any date is made up for. */
const RECORD_DAYS = 400;

/** The background jobs of every app. */
export const frameJobs: readonly ScheduledJob[] = [
  {
    name: 'sweep uploads',
    at: '03:10',
    async run({ services, log }) {
      const swept = await sweepUploads(services);
      if (swept.refused > 0)
        log.error({ refused: swept.refused }, 'most uploads have no row in this database: none was removed');
      return swept;
    },
  },
  {
    name: 'forget replies',
    every: '1 hour',
    run: async ({ services, now }) => ({ deleted: await pruneIdempotencyKeys(services.db, now) }),
  },
  {
    name: 'prune job log',
    at: '04:00',
    async run({ services, now }) {
      const day = DateTime.fromMillis(now).minus({ days: RECORD_DAYS }).toFormat('yyyy-MM-dd');
      return { deleted: await pruneJobRuns(services.db, now - LOG_DAYS * DAY_MS, day) };
    },
  },
];

import { DateTime } from 'luxon';
import { getLogReason } from '../base/systemErrors.ts';
import { records } from '../records/operations/recordsApi.ts';
import { transaction } from '../records/operations/recordsContext.ts';
import type { RecordValues } from '../records/schema/recordRow.ts';
import type { JobContext, ScheduledJob } from './defineJob.ts';
import { noteRecordRun } from './jobRows.ts';

type RecordJob = Extract<ScheduledJob, { before: string }>;

const PAGE_SIZE = 200;
/** Dates that were missed for longer are not made up for. */
const MAX_MISSED_DAYS = 31;

/** Runs the job for a record and its date, unless that was done before. True if it ran. */
const runForRecord = (job: RecordJob, context: JobContext, record: RecordValues): Promise<boolean> =>
  transaction(context, async (tx) => {
    const day = String(record[job.before]).slice(0, 10);
    if (!(await noteRecordRun(tx.db, job.name, String(record.id), day))) return false;
    await job.run({ ...context, ...tx }, record);
    return true;
  });

/** Returns the dates that are due: from the first day that the job knows, or a month ago, to the day of this run. */
function getDueDays({ days }: RecordJob, { dueAt, services }: JobContext, since: number): { gte: string; lte: string } {
  const zone = services.config.timeZone;
  const toDay = (at: number) => DateTime.fromMillis(at, { zone }).startOf('day').plus({ days });
  const last = toDay(dueAt);
  const first = DateTime.max(toDay(since), last.minus({ days: MAX_MISSED_DAYS }));
  return { gte: first.toFormat('yyyy-MM-dd'), lte: last.toFormat('yyyy-MM-dd') };
}

/**
 * Runs a job for each record whose date is due, once per record and date. A record that fails does not keep others
 * waiting: only the failed ones run again. Returns the number of records.
 */
export async function runForRecords(job: RecordJob, context: JobContext, since: number): Promise<{ records: number }> {
  const api = records(context);
  const due = { [job.before]: getDueDays(job, context, since) };
  let count = 0;
  let failure: unknown;
  let found: RecordValues[] = [];
  do {
    // By id, since the work of a record may take it out of the condition.
    const last = found.at(-1);
    const where = { and: [due, job.where ?? {}, last ? { id: { gt: last.id } } : {}] };
    const options = { where, sort: { field: 'id', order: 'ASC' }, perPage: PAGE_SIZE } as const;
    found = (await api.find(job.resource, options as never)).records as RecordValues[];
    for (const record of found)
      try {
        if (await runForRecord(job, context, record)) count += 1;
      } catch (error) {
        failure = error;
        context.log.error(
          { job: job.name, record: record.id, reason: getLogReason(error) },
          'a job failed for a record',
        );
      }
  } while (found.length === PAGE_SIZE);
  if (failure) throw failure;
  return { records: count };
}

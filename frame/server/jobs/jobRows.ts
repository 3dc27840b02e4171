import { changesRow } from '../db/changesRow.ts';
import type { Db, JobRunRow } from '../db/databaseSchema.ts';
import { newId } from '../db/newId.ts';

/** A server that stops renewing its lock for this time counts as dead. */
export const JOB_LOCK_MS = 60_000;
const CLOCK_SKEW_MS = 60_000;
const MAX_RESULT_LENGTH = 2000;

/** Registers jobs: times before `since` are not made up for. Returns `since` by name. */
export async function registerJobs(db: Db, names: readonly string[], now: number): Promise<Map<string, number>> {
  const rows = names.map((name) => ({ name, since: now, locked_until: 0, locked_by: '' }));
  if (rows.length > 0)
    await db
      .insertInto('jobs')
      .values(rows)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
  const found = await db.selectFrom('jobs').select(['name', 'since']).execute();
  return new Map(found.map(({ name, since }) => [name, Number(since)]));
}

/** Locks a job for one server. A lock too far ahead was set before the clock was set back: it is free. */
export const lockJob = (db: Db, name: string, owner: string, now: number): Promise<boolean> =>
  changesRow(
    db
      .updateTable('jobs')
      .set({ locked_until: now + JOB_LOCK_MS, locked_by: owner })
      .where('name', '=', name)
      .where((row) =>
        row.or([row('locked_until', '<=', now), row('locked_until', '>', now + JOB_LOCK_MS + CLOCK_SKEW_MS)]),
      ),
  );

/** Renews the lock, or frees it with 0. False if another server has taken it. */
export const setJobLock = (db: Db, name: string, owner: string, lockedUntil: number): Promise<boolean> =>
  changesRow(
    db.updateTable('jobs').set({ locked_until: lockedUntil }).where('name', '=', name).where('locked_by', '=', owner),
  );

export const findJobRun = (db: Db, name: string, dueAt: number): Promise<JobRunRow | undefined> =>
  db.selectFrom('job_runs').selectAll().where('name', '=', name).where('due_at', '=', dueAt).executeTakeFirst();

/** Starts a run of a locked job, or `found` again. */
export async function beginJobRun(
  db: Db,
  { name, dueAt, found }: { name: string; dueAt: number; found: JobRunRow | undefined },
  now: number,
): Promise<JobRunRow> {
  const started = { started_at: now, finished_at: null, retry_at: 0, status: 'running' as const, result: '' };
  if (found) {
    const again = { ...started, tries: found.tries + 1 };
    await db.updateTable('job_runs').set(again).where('id', '=', found.id).execute();
    return { ...found, ...again };
  }
  const row: JobRunRow = { id: newId(now), name, due_at: dueAt, tries: 1, ...started };
  await db.insertInto('job_runs').values(row).execute();
  return row;
}

/** Ends a run with its result, or the reason of its failure and the time of the next try. */
export async function endJobRun(
  db: Db,
  { id }: JobRunRow,
  { result, ...end }: Pick<JobRunRow, 'status' | 'result' | 'retry_at'>,
  now: number,
) {
  const ended = { ...end, finished_at: now, result: result.slice(0, MAX_RESULT_LENGTH) };
  await db.updateTable('job_runs').set(ended).where('id', '=', id).execute();
}

/** Notes that a job runs for a record and its date. False if that was noted before. */
export async function noteRecordRun(db: Db, name: string, recordId: string, day: string): Promise<boolean> {
  const noted = await db
    .insertInto('job_records')
    .values({ name, record_id: recordId, day })
    .onConflict((conflict) => conflict.columns(['name', 'record_id', 'day']).doNothing())
    .returning('name')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Finds the newest runs, newest first. */
export const findJobRuns = (db: Db, limit: number): Promise<JobRunRow[]> =>
  db.selectFrom('job_runs').selectAll().orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit).execute();

/** Finds the newest run of each job. */
export async function findLastRuns(db: Db): Promise<Map<string, JobRunRow>> {
  const newest = db
    .selectFrom('job_runs')
    .select(['name', (of) => of.fn.max('due_at').as('due_at')])
    .groupBy('name');
  const rows = await db
    .selectFrom('job_runs')
    .innerJoin(newest.as('newest'), (join) =>
      join.onRef('newest.name', '=', 'job_runs.name').onRef('newest.due_at', '=', 'job_runs.due_at'),
    )
    .selectAll('job_runs')
    .execute();
  return new Map(rows.map((row) => [row.name, row]));
}

/** Deletes runs that started before `until`, and notes on records whose day is before `day`. Returns their number. */
export async function pruneJobRuns(db: Db, until: number, day: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('job_runs').where('started_at', '<', until).executeTakeFirstOrThrow();
  await db.deleteFrom('job_records').where('day', '<', day).execute();
  return Number(numDeletedRows);
}

import { sql } from 'kysely';
import { type HttpError, tooManyRequests } from '../base/httpError.ts';
import { hashSecret } from '../base/secrets.ts';
import type { Db } from '../db/databaseSchema.ts';

/** Number of failed attempts of a key before each further one must wait. */
export interface AttemptLimit {
  key: string;
  freeAttempts: number;
  /** First wait, 5 seconds by default. It doubles with each attempt. */
  firstWaitMs?: number;
  /** Longest wait, a quarter of an hour by default. */
  maxWaitMs?: number;
  /** How long attempts count after the last one, or after its wait; a quarter of an hour by default. */
  retentionMs?: number;
}

const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
/** A row that expires later was written by a fast clock and does not count. */
const MAX_RETENTION_MS = 2 * DAY_MS;
const CLOCK_SKEW_MS = MINUTE_MS;

/** Hashes a key: it may be long and contain personal data. */
export const hashAttemptKey = hashSecret;

const DEFAULTS = { firstWaitMs: 5_000, maxWaitMs: 15 * MINUTE_MS, retentionMs: 15 * MINUTE_MS };

/** Binds a time, so that statements stay the same. Without its type PostgreSQL takes it for an integer. */
const bindTime = (ms: number) => sql<number>`cast(${ms} as bigint)`;

const isFree = (free: number) => sql<boolean>`attempts.count + 1 < ${sql.lit(free)}`;

/** Compiles the wait (ms) after this attempt. `attempts.count` is the count before it. */
function compileWait({ freeAttempts, firstWaitMs, maxWaitMs }: Required<AttemptLimit>) {
  const doublings = Math.ceil(Math.log2(maxWaitMs / firstWaitMs));
  return sql<number>`case when ${isFree(freeAttempts)} then 0
    when attempts.count + 1 >= ${sql.lit(freeAttempts + doublings)} then ${sql.lit(maxWaitMs)}
    else ${sql.lit(firstWaitMs)} * (1 << (attempts.count + 1 - ${sql.lit(freeAttempts)})) end`;
}

/** Deletes expired counts, and those of a clock that has been set back, which would expire too late. */
async function deleteExpiredAttempts(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('attempts')
    .where((row) => row.or([row('expires_at', '<=', now), row('expires_at', '>', now + MAX_RETENTION_MS)]))
    .execute();
}

/**
 * Counts an attempt for each key before it is made, so that parallel attempts cannot slip through. `takeBackAttempts`
 * undoes it after a success.
 *
 * Throws an HttpError (429) if a key has used its free attempts and must wait. The wait doubles with each further
 * attempt. A rejected attempt does not count, so nobody is locked out for good. A wait longer than possible is ignored:
 * it remains from a clock that was set back. The database holds the counts for all servers.
 */
export async function countAttempt(db: Db, limits: readonly AttemptLimit[]): Promise<void> {
  const now = Date.now();
  await deleteExpiredAttempts(db, now);
  for (const given of limits) {
    const limit = { ...DEFAULTS, ...given };
    const { freeAttempts, firstWaitMs, maxWaitMs, retentionMs } = limit;
    const key = hashAttemptKey(limit.key);
    // 0 means no wait; `now` could be in the future of another server's clock.
    const open_at = freeAttempts <= 1 ? now + firstWaitMs : 0;
    const counted = await db
      .insertInto('attempts')
      .values({ key, count: 1, open_at, expires_at: now + retentionMs })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({
            count: sql`attempts.count + 1`,
            open_at: sql`case when ${isFree(freeAttempts)} then 0 else ${bindTime(now)} + ${compileWait(limit)} end`,
            expires_at: sql`${bindTime(now + retentionMs)} + ${compileWait(limit)}`,
          })
          .where((row) =>
            row.or([row('attempts.open_at', '<=', now), row('attempts.open_at', '>', now + maxWaitMs + CLOCK_SKEW_MS)]),
          ),
      )
      .returning('count')
      .executeTakeFirst();
    if (!counted) throw await createTooManyError(db, key, 'open_at', now);
  }
}

/** Creates the error for a hashed key that must wait until the time in this column. */
export async function createTooManyError(
  db: Db,
  key: string,
  column: 'open_at' | 'expires_at',
  now: number,
): Promise<HttpError> {
  const row = await db.selectFrom('attempts').select(column).where('key', '=', key).executeTakeFirst();
  return tooManyRequests(Math.max(1, Math.ceil((Number(row?.[column] ?? now) - now) / 1000)));
}

/** Counts an event without a limit, for a day after the last one. */
export async function incrementCounter(db: Db, key: string): Promise<void> {
  await countAttempt(db, [{ key, freeAttempts: 1_000_000_000, retentionMs: DAY_MS }]);
}

/** Returns the current count of a key; 0 if it has none or the count has expired. */
export async function readCounter(db: Db, key: string): Promise<number> {
  const now = Date.now();
  const row = await db
    .selectFrom('attempts')
    .select('count')
    .where('key', '=', hashAttemptKey(key))
    .where('expires_at', '>', now)
    .where('expires_at', '<=', now + MAX_RETENTION_MS)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Takes back one attempt of each key and its wait after a success, or with `all` every attempt. */
export async function takeBackAttempts(db: Db, keys: readonly string[], { all } = { all: false }): Promise<void> {
  if (all) await db.deleteFrom('attempts').where('key', 'in', keys.map(hashAttemptKey)).execute();
  else
    await db
      .updateTable('attempts')
      .set({ count: sql`count - 1`, open_at: 0 })
      .where('key', 'in', keys.map(hashAttemptKey))
      .where('count', '>', 0)
      .execute();
}

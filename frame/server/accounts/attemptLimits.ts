import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { HttpError } from '../base/httpError.ts';
import type { Db } from '../db/databaseSchema.ts';

/** How many failed tries a key has before each further one must wait. Times are in milliseconds. */
export interface AttemptLimit {
  key: string;
  freeAttempts: number;
  /** The first wait; it doubles with every try. 5 seconds. */
  firstWaitMs?: number;
  /** The longest wait; a quarter of an hour. */
  maxWaitMs?: number;
  /** How long tries are remembered after the last one, or after its wait; a quarter of an hour. */
  retentionMs?: number;
}

const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
/** Nothing is kept for longer: a row that says so was written by a clock that was ahead, and counts for nothing. */
const MAX_RETENTION_MS = 2 * DAY_MS;
/** How far apart the clocks of several servers may be. */
const CLOCK_SKEW_MS = MINUTE_MS;

/** Keys hold what clients send, of any length, and whom they try: their hash fits an index and reveals nothing. */
export const hashAttemptKey = (key: string) => createHash('sha256').update(key).digest('base64url');

const withDefaults = ({
  firstWaitMs: first = 5_000,
  maxWaitMs: longest = 15 * MINUTE_MS,
  retentionMs: remembered = 15 * MINUTE_MS,
  ...limit
}: AttemptLimit) => ({
  ...limit,
  ...{ first, longest, remembered, doublings: Math.ceil(Math.log2(longest / first)) },
});

/** Whether the try after the latest one needs no wait. */
const isFree = (free: number) => sql<boolean>`attempts.count + 1 < ${sql.lit(free)}`;

/** The wait after a key's latest try; `count` says how many there were. In SQL, so that it follows the count at once. */
const compileWait = ({
  freeAttempts: free,
  first,
  longest,
  doublings,
}: ReturnType<typeof withDefaults>) => sql<number>`case
  when ${isFree(free)} then 0
  when attempts.count + 1 >= ${sql.lit(free + doublings)} then ${sql.lit(longest)}
  else ${sql.lit(first)} * (1 << (attempts.count + 1 - ${sql.lit(free)})) end`;

async function deleteExpiredAttempts(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('attempts')
    .where((row) => row.or([row('expires_at', '<=', now), row('expires_at', '>', now + MAX_RETENTION_MS)]))
    .execute();
}

/**
 * Counts a try for each key before it is made, so that many at a time cannot slip through; a success takes them back
 * with `forgive`. Throws a Refusal (429) where a key has had its free tries and still has to wait: a little at first,
 * twice as long after each further try. A try that is refused does not count, so nobody is locked out for good; nor
 * does a wait that is longer than any can be, as a clock that is set back leaves it. The counts stand in the database,
 * for all server processes together.
 */
export async function countAttempt(db: Db, limits: readonly AttemptLimit[]): Promise<void> {
  const now = Date.now();
  await deleteExpiredAttempts(db, now);
  for (const limit of limits.map(withDefaults)) {
    const { key, freeAttempts: free, first, longest, remembered } = limit;
    // Where nobody waits the time is 0, not now: another process's clock may be a little behind.
    const opens = free <= 1 ? now + first : 0;
    const counted = await db
      .insertInto('attempts')
      .values({ key: hashAttemptKey(key), count: 1, open_at: opens, expires_at: now + remembered })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({
            count: sql`attempts.count + 1`,
            open_at: sql`case when ${isFree(free)} then 0 else ${sql.lit(now)} + ${compileWait(limit)} end`,
            expires_at: sql`${sql.lit(now + remembered)} + ${compileWait(limit)}`,
          })
          .where((row) =>
            row.or([row('attempts.open_at', '<=', now), row('attempts.open_at', '>', now + longest + CLOCK_SKEW_MS)]),
          ),
      )
      .returning('count')
      .executeTakeFirst();
    if (!counted) throw await createTooManyError(db, key, now);
  }
}

async function createTooManyError(db: Db, key: string, now: number): Promise<HttpError> {
  const row = await db
    .selectFrom('attempts')
    .select('open_at')
    .where('key', '=', hashAttemptKey(key))
    .executeTakeFirst();
  const seconds = Math.max(1, Math.ceil(((row?.open_at ?? now) - now) / 1000));
  return new HttpError(429, 'server.tooMany', { args: { seconds }, retryAfter: seconds });
}

/** Counts what nobody has to wait for, and remembers it for a day after the last. */
export async function incrementCounter(db: Db, key: string): Promise<void> {
  await countAttempt(db, [{ key, freeAttempts: 1_000_000_000, retentionMs: DAY_MS }]);
}

/** How many of a key are remembered. */
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

/** Takes one try back from each key, or with `all` every one. */
export async function takeBackAttempts(db: Db, keys: readonly string[], all = false): Promise<void> {
  if (all) await db.deleteFrom('attempts').where('key', 'in', keys.map(hashAttemptKey)).execute();
  else
    await db
      .updateTable('attempts')
      .set({ count: sql`count - 1`, open_at: 0 })
      .where('key', 'in', keys.map(hashAttemptKey))
      .where('count', '>', 0)
      .execute();
}

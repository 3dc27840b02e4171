import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import type { Db } from './schema.ts';

/** How many failed tries a key has before each further one must wait. */
export interface Limit {
  key: string;
  free: number;
}

/** The first wait in milliseconds; it doubles with every try, up to the longest. */
const FIRST = 5_000;
const LONGEST = 15 * 60_000;
const DOUBLINGS = Math.ceil(Math.log2(LONGEST / FIRST));

/** Keys hold what clients send, of any length, and whom they try: their hash fits an index and tells nothing. */
const kept = (key: string) => createHash('sha256').update(key).digest('base64url');

/** Whether the try after the latest one needs no wait. */
const isFree = (free: number) => sql<boolean>`attempts.count + 1 < ${sql.lit(free)}`;

/** The wait after a key's latest try; `count` says how many there were. In SQL, so that it follows the count at once. */
const waitAfter = (free: number) => sql<number>`case
  when ${isFree(free)} then 0
  when attempts.count + 1 >= ${sql.lit(free + DOUBLINGS)} then ${sql.lit(LONGEST)}
  else ${sql.lit(FIRST)} * (1 << (attempts.count + 1 - ${sql.lit(free)})) end`;

/**
 * Counts a try for each key before it is made, so that many at a time cannot slip through; a success takes them back
 * with `forgive`. Throws a Refusal (429) where a key has had its free tries and still has to wait: five seconds at
 * first, twice as long after each further try, a quarter of an hour at most. A try that is refused does not count, so
 * nobody is locked out for good. The counts stand in the database, for all server processes together.
 */
export async function countTry(db: Db, limits: readonly Limit[]): Promise<void> {
  const now = Date.now();
  await db.deleteFrom('attempts').where('expires_at', '<=', now).execute();
  for (const { key, free } of limits) {
    // Where nobody waits the time is 0, not now: another process's clock may be a little behind.
    const opens = free <= 1 ? now + FIRST : 0;
    const counted = await db
      .insertInto('attempts')
      .values({ key: kept(key), count: 1, open_at: opens, expires_at: now + LONGEST })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({
            count: sql`attempts.count + 1`,
            open_at: sql`case when ${isFree(free)} then 0 else ${sql.lit(now)} + ${waitAfter(free)} end`,
            expires_at: sql`${sql.lit(now + LONGEST)} + ${waitAfter(free)}`,
          })
          .where('attempts.open_at', '<=', now),
      )
      .returning('count')
      .executeTakeFirst();
    if (!counted) throw await tooMany(db, key, now);
  }
}

async function tooMany(db: Db, key: string, now: number): Promise<Refusal> {
  const row = await db.selectFrom('attempts').select('open_at').where('key', '=', kept(key)).executeTakeFirst();
  const seconds = Math.max(1, Math.ceil(((row?.open_at ?? now) - now) / 1000));
  return new Refusal(429, 'server.tooMany', { args: { seconds }, retryAfter: seconds });
}

/** Takes one try back from each key, or with `all` every one. */
export async function forgive(db: Db, keys: readonly string[], all = false): Promise<void> {
  if (all) await db.deleteFrom('attempts').where('key', 'in', keys.map(kept)).execute();
  else
    await db
      .updateTable('attempts')
      .set({ count: sql`count - 1`, open_at: 0 })
      .where('key', 'in', keys.map(kept))
      .where('count', '>', 0)
      .execute();
}

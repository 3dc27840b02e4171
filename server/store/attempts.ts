import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import type { Db } from './schema.ts';

/** How many failed tries a key has within so many milliseconds. */
export interface Limit {
  key: string;
  most: number;
  within: number;
}

/** Keys hold what clients send, of any length, and whom they try: their hash fits an index and tells nothing. */
const kept = (key: string) => createHash('sha256').update(key).digest('base64url');

/**
 * Counts a try for each key before it is made, so that many at a time cannot slip through; a success takes them back
 * with `forgive`. Throws a Refusal (429) once a key has had its tries. The counts stand in the database, for all
 * server processes together.
 */
export async function countTry(db: Db, limits: readonly Limit[]): Promise<void> {
  const now = Date.now();
  await db.deleteFrom('attempts').where('expires_at', '<=', now).execute();
  for (const { key, most, within } of limits) {
    const row = await db
      .insertInto('attempts')
      .values({ key: kept(key), count: 1, expires_at: now + within })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ count: sql`attempts.count + 1` }))
      .returning(['count', 'expires_at'])
      .executeTakeFirstOrThrow();
    if (row.count <= most) continue;
    const seconds = Math.max(1, Math.ceil((row.expires_at - now) / 1000));
    throw new Refusal(429, 'server.tooMany', { args: { seconds }, retryAfter: seconds });
  }
}

/** Takes one try back from each key, or with `all` every one. */
export async function forgive(db: Db, keys: readonly string[], all = false): Promise<void> {
  if (all) await db.deleteFrom('attempts').where('key', 'in', keys.map(kept)).execute();
  else
    await db
      .updateTable('attempts')
      .set({ count: sql`count - 1` })
      .where('key', 'in', keys.map(kept))
      .where('count', '>', 0)
      .execute();
}

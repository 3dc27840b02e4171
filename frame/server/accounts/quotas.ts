import { sql } from 'kysely';
import type { Db } from '../db/databaseSchema.ts';
import { createTooManyError, DAY_MS, hashAttemptKey } from './countAttempts.ts';

/** Limits per account and day, over all networks and servers. */
export const QUOTAS = {
  /** Uploads: the server rewrites pictures. */
  files: 5_000,
  /** Imported tables, including dry runs. */
  imports: 200,
  /** Pages of exports, including FHIR. */
  exports: 5_000,
  /** Rows of append-only tables, without those that a request writes as its own trail. */
  appended: 20_000,
} as const;

/** Counts the use of a quota. Throws an HttpError (429) beyond it, until a day after the first use. */
export async function consumeQuota(
  db: Db,
  accountId: string,
  quota: keyof typeof QUOTAS,
  amount = 1,
  limit: number = QUOTAS[quota],
): Promise<void> {
  const now = Date.now();
  const key = hashAttemptKey(`quota ${quota} ${accountId}`);
  // An expired row does not count, nor one from a fast clock.
  const isOver = sql<boolean>`(attempts.expires_at <= ${now} or attempts.expires_at > ${now + DAY_MS})`;
  const spent = await db
    .insertInto('attempts')
    .values({ key, count: amount, open_at: 0, expires_at: now + DAY_MS })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql`case when ${isOver} then ${sql.lit(amount)} else attempts.count + ${sql.lit(amount)} end`,
          expires_at: sql`case when ${isOver} then ${now + DAY_MS} else attempts.expires_at end`,
        })
        .where(sql<boolean>`${isOver} or attempts.count + ${sql.lit(amount)} <= ${sql.lit(limit)}`),
    )
    .returning('count')
    .executeTakeFirst();
  if (!spent) throw await createTooManyError(db, key, 'expires_at', now);
}

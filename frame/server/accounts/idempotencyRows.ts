import { changesRow } from '../db/changesRow.ts';
import type { Db, IdempotencyRow } from '../db/databaseSchema.ts';
import { newId } from '../db/newId.ts';

export const idempotencySteps = [
  `create table idempotency_keys (
    account_id text not null references accounts (id) on delete cascade,
    key text not null,
    request_hash text not null,
    attempt text not null,
    locked_until bigint not null,
    committed integer not null,
    record_id text,
    status integer,
    reply text not null,
    expires_at bigint not null,
    primary key (account_id, key)
  )`,
  'create index idempotency_keys_expiry on idempotency_keys (expires_at)',
];

const DAY_MS = 24 * 3_600_000;
/** After this time an attempt without a commit counts as dead. One that is only slow finds that out at its commit. */
const LOCK_MS = 60_000;

export type IdempotencyKey = Pick<IdempotencyRow, 'account_id' | 'key' | 'request_hash'>;
/** The attempt that holds a key. */
export type IdempotencyClaim = Pick<IdempotencyRow, 'account_id' | 'key' | 'attempt'>;

/**
 * Claims a key for one attempt if it is new, expired, or left by an attempt that changed nothing. Else returns the row
 * of the earlier attempt.
 */
export async function claimIdempotencyKey(
  db: Db,
  { account_id, key, request_hash }: IdempotencyKey,
): Promise<{ claim: IdempotencyClaim } | { found: IdempotencyRow }> {
  const now = Date.now();
  const attempt = newId(now);
  const fresh = { request_hash, attempt, locked_until: now + LOCK_MS, committed: 0, record_id: null };
  const row = { ...fresh, status: null, reply: '', expires_at: now + DAY_MS };
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ account_id, key, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key'])
        .doUpdateSet(row)
        .where((of) =>
          of.or([
            of('idempotency_keys.expires_at', '<=', now),
            of.and([
              of('idempotency_keys.status', 'is', null),
              of('idempotency_keys.committed', '=', 0),
              of('idempotency_keys.locked_until', '<=', now),
            ]),
          ]),
        ),
    )
    .returning('attempt')
    .executeTakeFirst();
  if (claimed) return { claim: { account_id, key, attempt } };
  const found = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('key', '=', key)
    .executeTakeFirst();
  return found ? { found } : claimIdempotencyKey(db, { account_id, key, request_hash });
}

/** Deletes keys and replies that have expired. Returns their number. */
export async function pruneIdempotencyKeys(db: Db, now: number): Promise<number> {
  const query = db.deleteFrom('idempotency_keys').where('expires_at', '<=', now);
  return Number((await query.executeTakeFirstOrThrow()).numDeletedRows);
}

const updateClaimed = (db: Db, { account_id, key, attempt }: IdempotencyClaim) =>
  db
    .updateTable('idempotency_keys')
    .where('account_id', '=', account_id)
    .where('key', '=', key)
    .where('attempt', '=', attempt);

/** Marks the change as done, in its transaction. False if another attempt has taken the key over. */
export const commitIdempotencyKey = (db: Db, claim: IdempotencyClaim, recordId: string | null): Promise<boolean> =>
  changesRow(updateClaimed(db, claim).set({ committed: 1, record_id: recordId }));

/** Stores the reply that later requests with the same key get. */
export async function saveIdempotentReply(
  db: Db,
  claim: IdempotencyClaim,
  { status, reply }: { status: number; reply: string },
): Promise<void> {
  await updateClaimed(db, claim).set({ status, reply }).execute();
}

/** Frees the key of an attempt that changed nothing. Returns false, and keeps the key, if the change is committed. */
export const releaseIdempotencyKey = (db: Db, { account_id, key, attempt }: IdempotencyClaim): Promise<boolean> =>
  changesRow(
    db
      .deleteFrom('idempotency_keys')
      .where('account_id', '=', account_id)
      .where('key', '=', key)
      .where('attempt', '=', attempt)
      .where('committed', '=', 0),
  );

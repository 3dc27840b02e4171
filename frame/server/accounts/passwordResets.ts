import { randomBytes } from 'node:crypto';
import type { Role } from '../../wire/call.ts';
import type { Db } from '../db/databaseSchema.ts';
import type { ResetCodeRow } from '../db/signInTables.ts';

/** Tries per code, right or wrong, from the network that asked for it; as many again from all others together. */
const MAX_ATTEMPTS = 5;
/** How far ahead the clock of another server may be; a code from later than that is of a clock that was wrong. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Keeps a new code for an account in place of the older one that the same network asked for: what strangers ask for
 * takes nobody's code away. `hash` makes what is stored from the row's id.
 */
export async function saveResetCode(
  db: Db,
  accountId: string,
  network: string,
  lifetime: number,
  hash: (id: string) => string,
): Promise<void> {
  const now = Date.now();
  // Once the code was verified this id alone sets a password: it is not to be guessed.
  const id = randomBytes(32).toString('base64url');
  await db
    .deleteFrom('reset_codes')
    .where((row) =>
      row.or([
        row.and([row('account_id', '=', accountId), row('network', '=', network)]),
        row('expires_at', '<', now - 2 * lifetime),
        row('created_at', '>', now + CLOCK_SKEW_MS),
      ]),
    )
    .execute();
  const row = { id, account_id: accountId, code_hash: hash(id), network, used_at: null, verified_at: null };
  await db
    .insertInto('reset_codes')
    .values({ ...row, tries: 0, foreign_tries: 0, created_at: now, expires_at: now + lifetime })
    .execute();
}

/**
 * Counts one try at the account's newest code and gives it; undefined where no code is open to tries. Who asked for a
 * code tries that one. A person whose network changed meanwhile tries the newest, as strangers may: they have tries of
 * their own, so that they cannot use up those of whoever asked.
 */
export async function countResetAttempt(
  db: Db,
  email: string,
  role: Role,
  network: string,
): Promise<ResetCodeRow | undefined> {
  const now = Date.now();
  const attempt = (own: boolean) => {
    const tries = own ? 'tries' : 'foreign_tries';
    const newest = db
      .selectFrom('reset_codes')
      .innerJoin('accounts', 'accounts.id', 'reset_codes.account_id')
      .select('reset_codes.id')
      .where('accounts.email_key', '=', email)
      .where('accounts.role', '=', role)
      .where('accounts.is_active', '=', 1)
      .where('accounts.deleted_at', 'is', null)
      .where('reset_codes.network', own ? '=' : '!=', network)
      .orderBy('reset_codes.created_at', 'desc')
      .orderBy('reset_codes.id', 'desc')
      .limit(1);
    return db
      .updateTable('reset_codes')
      .set((row) => ({ [tries]: row(tries, '+', 1) }))
      .where('id', '=', newest)
      .where(tries, '<', MAX_ATTEMPTS)
      .where('verified_at', 'is', null)
      .where('expires_at', '>', now)
      .where('created_at', '<=', now + CLOCK_SKEW_MS)
      .returningAll()
      .executeTakeFirst();
  };
  return (await attempt(true)) ?? (await attempt(false));
}

/** Marks a code as verified; false where somebody else was faster. */
export async function markResetCodeVerified(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reset_codes')
    .set({ verified_at: Date.now() })
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A verified code that may still set a password, for an account of that role which may sign in. */
export function findVerifiedReset(db: Db, id: string, role: Role, lifetime: number): Promise<ResetCodeRow | undefined> {
  return db
    .selectFrom('reset_codes')
    .innerJoin('accounts', 'accounts.id', 'reset_codes.account_id')
    .selectAll('reset_codes')
    .where('reset_codes.id', '=', id)
    .where('reset_codes.used_at', 'is', null)
    .where('reset_codes.verified_at', '>', Date.now() - lifetime)
    .where('accounts.role', '=', role)
    .where('accounts.is_active', '=', 1)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Uses a verified code up; false where it was used already. */
export async function consumeReset(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reset_codes')
    .set({ used_at: Date.now() })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

import type { Role } from '../../wire/call.ts';
import { createSecret } from '../base/secrets.ts';
import { changesRow } from '../db/changesRow.ts';
import type { Db } from '../db/databaseSchema.ts';
import type { ResetCodeRow } from '../db/signInTables.ts';

/** Attempts per code, and how many of them may come from other networks: strangers leave the owner three. */
const MAX_ATTEMPTS = 5;
const MAX_FOREIGN_ATTEMPTS = 2;
/** Difference between server clocks. A code from further ahead was written by a wrong clock. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Saves a code. Replaces only codes that were requested from the same network, so that strangers cannot cancel the
 * owner's. `hash` returns the hash of the code for the row's id; `lifetime` is in ms.
 */
export async function saveResetCode(
  db: Db,
  accountId: string,
  network: string,
  lifetime: number,
  hash: (id: string) => string,
): Promise<void> {
  const now = Date.now();
  // After verification this id alone sets a password, so it must not be guessable.
  const id = createSecret();
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
 * Counts an attempt at the account's newest code and returns it; undefined if no code accepts attempts. Prefers the
 * code requested from this network. Attempts from all other networks count in `foreign_tries`, so that strangers cannot
 * use up the owner's.
 */
export async function countResetAttempt(
  db: Db,
  email: string,
  role: Role,
  network: string,
): Promise<ResetCodeRow | undefined> {
  const now = Date.now();
  const countAttempt = (isOwnNetwork: boolean) => {
    const tries = isOwnNetwork ? 'tries' : 'foreign_tries';
    const newest = db
      .selectFrom('reset_codes')
      .innerJoin('accounts', 'accounts.id', 'reset_codes.account_id')
      .select('reset_codes.id')
      .where('accounts.email_key', '=', email)
      .where('accounts.role', '=', role)
      .where('accounts.is_active', '=', 1)
      .where('accounts.deleted_at', 'is', null)
      .where('reset_codes.network', isOwnNetwork ? '=' : '!=', network)
      .orderBy('reset_codes.created_at', 'desc')
      .orderBy('reset_codes.id', 'desc')
      .limit(1);
    return db
      .updateTable('reset_codes')
      .set((row) => ({ [tries]: row(tries, '+', 1) }))
      .where('id', '=', newest)
      .where((row) => row(row('tries', '+', row.ref('foreign_tries')), '<', MAX_ATTEMPTS))
      .where('foreign_tries', isOwnNetwork ? '<=' : '<', MAX_FOREIGN_ATTEMPTS)
      .where('verified_at', 'is', null)
      .where('expires_at', '>', now)
      .where('created_at', '<=', now + CLOCK_SKEW_MS)
      .returningAll()
      .executeTakeFirst();
  };
  return (await countAttempt(true)) ?? (await countAttempt(false));
}

/** Marks a code as verified; false if another request was faster. */
export const markResetCodeVerified = (db: Db, id: string) => setTimeOnce(db, id, 'verified_at');

/** Finds a verified code that may still set a password, or has just done so, for an active account of that role. */
export function findVerifiedReset(db: Db, id: string, role: Role, lifetime: number): Promise<ResetCodeRow | undefined> {
  return db
    .selectFrom('reset_codes')
    .innerJoin('accounts', 'accounts.id', 'reset_codes.account_id')
    .selectAll('reset_codes')
    .where('reset_codes.id', '=', id)
    .where('reset_codes.verified_at', '>', Date.now() - lifetime)
    .where('accounts.role', '=', role)
    .where('accounts.is_active', '=', 1)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Uses a verified code; false if it was used before. */
export const consumeReset = (db: Db, id: string) => setTimeOnce(db, id, 'used_at');

const setTimeOnce = (db: Db, id: string, column: 'verified_at' | 'used_at'): Promise<boolean> =>
  changesRow(
    db
      .updateTable('reset_codes')
      .set({ [column]: Date.now() })
      .where('id', '=', id)
      .where(column, 'is', null),
  );

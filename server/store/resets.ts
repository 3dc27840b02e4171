import type { Role } from '../../src/wire/call.ts';
import { newId } from './id.ts';
import type { Db, ResetCodeRow } from './schema.ts';

/** Tries per code, right or wrong. */
const TRIES = 5;

/** Keeps a new code for an account in place of any older one; `hash` makes what is stored from the row's id. */
export async function saveResetCode(
  db: Db,
  accountId: string,
  lifetime: number,
  hash: (id: string) => string,
): Promise<void> {
  const now = Date.now();
  const id = newId(now);
  await db
    .deleteFrom('reset_codes')
    .where((row) => row.or([row('account_id', '=', accountId), row('expires_at', '<', now - 2 * lifetime)]))
    .execute();
  const row = { id, account_id: accountId, code_hash: hash(id), tries: 0, used_at: null, verified_at: null };
  await db
    .insertInto('reset_codes')
    .values({ ...row, created_at: now, expires_at: now + lifetime })
    .execute();
}

/** Counts one try at the account's newest code and gives it; undefined where no code is open to tries. */
export async function tryResetCode(db: Db, email: string, role: Role): Promise<ResetCodeRow | undefined> {
  const newest = db
    .selectFrom('reset_codes')
    .innerJoin('accounts', 'accounts.id', 'reset_codes.account_id')
    .select('reset_codes.id')
    .where('accounts.email_key', '=', email)
    .where('accounts.role', '=', role)
    .where('accounts.is_active', '=', 1)
    .where('accounts.deleted_at', 'is', null)
    .orderBy('reset_codes.created_at', 'desc')
    .limit(1);
  return db
    .updateTable('reset_codes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('id', '=', newest)
    .where('tries', '<', TRIES)
    .where('verified_at', 'is', null)
    .where('expires_at', '>', Date.now())
    .returningAll()
    .executeTakeFirst();
}

/** Marks a code as verified; false where somebody else was faster. */
export async function verifyResetCode(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reset_codes')
    .set({ verified_at: Date.now() })
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A verified code that may still set a password, for an account of that role which may sign in. */
export function verifiedReset(db: Db, id: string, role: Role, lifetime: number): Promise<ResetCodeRow | undefined> {
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
export async function spendReset(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reset_codes')
    .set({ used_at: Date.now() })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

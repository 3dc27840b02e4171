import { createSecret, hashSecret } from '../base/secrets.ts';
import { changesRow } from '../db/changesRow.ts';
import type { AccountRow, Db } from '../db/databaseSchema.ts';
import { newId } from '../db/newId.ts';
import type { EmailChangeRow } from '../db/signInTables.ts';

export const UNDO_LIFETIME_MS = 7 * 24 * 3_600_000;

export const emailChangeSteps = [
  `create table email_changes (
    id text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    email text not null,
    email_key text not null,
    token_hash text,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
  )`,
  'create unique index email_changes_token on email_changes (token_hash)',
  'create index email_changes_key on email_changes (email_key, expires_at)',
  'create index email_changes_account on email_changes (account_id, created_at)',
];

const updateUnused = (db: Db, set: Partial<EmailChangeRow>) =>
  db.updateTable('email_changes').set(set).where('used_at', 'is', null);

/** Saves the address that an account is about to lose, for an undo by its owner. Returns the id of the change. */
export async function saveEmailChange(
  db: Db,
  account: Pick<AccountRow, 'id' | 'email' | 'email_key'>,
): Promise<string> {
  const now = Date.now();
  const id = newId(now);
  await db.deleteFrom('email_changes').where('expires_at', '<', now).execute();
  const { email, email_key, id: account_id } = account;
  const times = { created_at: now, expires_at: now + UNDO_LIFETIME_MS, used_at: null };
  await db
    .insertInto('email_changes')
    .values({ id, account_id, email, email_key, token_hash: null, ...times })
    .execute();
  return id;
}

/** Creates a new token for a change and returns it in plain text; undefined if the change cannot be undone any more. */
export async function createUndoToken(db: Db, id: string): Promise<string | undefined> {
  const token = createSecret();
  const change = updateUnused(db, { token_hash: hashSecret(token) }).where('id', '=', id);
  return (await changesRow(change)) ? token : undefined;
}

/**
 * Uses a token and returns its change. Later changes of the account cannot be undone any more, so that an intruder
 * cannot restore an address. Returns undefined for a wrong, used or expired token.
 */
export async function consumeUndoToken(db: Db, token: string): Promise<EmailChangeRow | undefined> {
  const now = Date.now();
  const change = await updateUnused(db, { used_at: now })
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
  if (!change) return undefined;
  await updateUnused(db, { used_at: now })
    .where('account_id', '=', change.account_id)
    .where('created_at', '>=', change.created_at)
    .execute();
  return change;
}

/** True if another account may still restore this address. Nobody else can take it until then. */
export async function isEmailReserved(db: Db, emailKey: string, exceptAccount: string): Promise<boolean> {
  const reserved = db
    .selectFrom('email_changes')
    .select('id')
    .where('email_key', '=', emailKey)
    .where('account_id', '!=', exceptAccount)
    .where('used_at', 'is', null)
    .where('expires_at', '>', Date.now());
  return (await reserved.executeTakeFirst()) !== undefined;
}

import { sql, type Updateable } from 'kysely';
import { isManager, MANAGERS } from '../../wire/roles.ts';
import { HttpError } from '../base/httpError.ts';
import type { Account } from '../base/requestAccount.ts';
import type { AccountRow, Db } from '../db/databaseSchema.ts';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { normalizeKey, selectAccounts } from './accountRows.ts';
import { endAccess } from './endAccess.ts';
import { clearOutlives, isDeactivatedByOwner, keepDespiteDeactivation } from './sessionRows.ts';

/** What is changed of one's own account, as the role's rules give it. */
export interface ProfileUpdate extends Readonly<Record<string, unknown>> {
  fullName: string;
  email: string;
  username: string;
  contactNumber: string;
  address: string;
  image?: string | undefined;
}

/** The columns of a change that every account has; what is undefined is not set. */
export const toProfileColumns = (change: ProfileUpdate) => ({
  full_name: change.fullName,
  email: change.email,
  email_key: normalizeKey(change.email),
  username: change.username,
  username_key: normalizeKey(change.username),
  contact_number: change.contactNumber,
  address: change.address,
  image: change.image,
});

/** Writes columns of an account and gives the new row. Does not look whether anything is taken. */
export const updateAccount = (db: Db, { id }: Pick<AccountRow, 'id'>, columns: object): Promise<AccountRow> =>
  db
    .updateTable('accounts')
    .set(columns as Updateable<AccountRow>)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Sets the password and ends what leads into the account, but one session where it is named. Call it in a transaction. */
export async function updatePassword(db: Db, id: string, passwordHash: string, butSession?: string): Promise<void> {
  await db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  await endAccess(db, id, butSession);
}

/**
 * Gives an account an e-mail address that it had before, and a password that nobody knows. If a session of its own shut
 * it, it is open again; if others did, it stays shut.
 */
export async function restoreEmail(db: Db, id: string, email: string, passwordHash: string): Promise<AccountRow> {
  const isOpened = await isDeactivatedByOwner(db, id);
  return db
    .updateTable('accounts')
    .set({ email, email_key: normalizeKey(email), password_hash: passwordHash, ...(isOpened && { is_active: 1 }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The two settings that the server keeps. */
export interface AccountSettings {
  isActive: boolean;
  isNotification: boolean;
}

async function toggleFlag(db: Db, id: string, flag: 'is_active' | 'is_notification'): Promise<AccountSettings> {
  const row = await db
    .updateTable('accounts')
    .set({ [flag]: sql`1 - ${sql.ref(flag)}` })
    .where('id', '=', id)
    .returning(['is_active', 'is_notification'])
    .executeTakeFirstOrThrow();
  return { isActive: row.is_active === 1, isNotification: row.is_notification === 1 };
}

export const toggleNotifications = (db: Db, id: string): Promise<AccountSettings> =>
  toggleFlag(db, id, 'is_notification');

/** Refuses where nobody but this account is an active one that manages the others. Two at once wait for each other. */
export async function requireOtherManager(db: Db, id: string, kind: DatabaseKind): Promise<void> {
  const managers = await selectAccounts(db)
    .select('id')
    .where('role', 'in', MANAGERS)
    .where('is_active', '=', 1)
    .orderBy('id')
    .$if(kind === 'postgres', (query) => query.forNoKeyUpdate())
    .execute();
  if (managers.length === 1 && managers[0]?.id === id) throw new HttpError(409, 'server.lastAdmin');
}

/**
 * Turns an account off or on. Turned off, nobody can sign in to it and what leads into it ends, but for the session that
 * turned it off: how else could its person turn it back on. The last one that manages the others is refused: nobody would be left to help.
 * Call it in a database transaction.
 */
export async function toggleActive(
  db: Db,
  { id, role, sessionId }: Account,
  kind: DatabaseKind,
): Promise<AccountSettings> {
  if (isManager(role)) await requireOtherManager(db, id, kind);
  const settings = await toggleFlag(db, id, 'is_active');
  await clearOutlives(db, id);
  if (settings.isActive) return settings;
  await keepDespiteDeactivation(db, sessionId);
  await endAccess(db, id, sessionId);
  return settings;
}

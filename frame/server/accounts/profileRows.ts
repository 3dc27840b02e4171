import { sql, type Updateable } from 'kysely';
import { HttpError } from '../base/httpError.ts';
import type { Account } from '../base/requestAccount.ts';
import type { AccountRow, Db } from '../db/databaseSchema.ts';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { normalizeKey, selectAccounts } from './accountRows.ts';
import { type AccountContext, endAccess } from './endAccess.ts';
import { clearOutlives, isDeactivatedByOwner, keepDespiteDeactivation } from './sessionRows.ts';

export interface ProfileUpdate extends Readonly<Record<string, unknown>> {
  fullName: string;
  email: string;
  username: string;
  contactNumber: string;
  address: string;
  image?: string | undefined;
}

/** Returns the columns that every account has; undefined values are not written. */
export const toProfileColumns = ({ fullName, email, username, contactNumber, address, image }: ProfileUpdate) => ({
  ...{ full_name: fullName, email, username, contact_number: contactNumber, address, image },
});

/** Updates columns of an account and returns the new row. Does not check whether a value is taken. */
export const updateAccount = (db: Db, { id }: Pick<AccountRow, 'id'>, columns: object): Promise<AccountRow> =>
  db
    .updateTable('accounts')
    .set(columns as Updateable<AccountRow>)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Sets the password and ends other access to the account, except `butSession`. Call it in a transaction. */
export async function updatePassword(
  context: AccountContext,
  id: string,
  passwordHash: string,
  butSession?: string,
): Promise<void> {
  await updateAccount(context.db, { id }, { password_hash: passwordHash });
  await endAccess(context, id, butSession);
}

/** Restores an e-mail address, sets a password hash, and reactivates an account that its owner deactivated. */
export async function restoreEmail(db: Db, id: string, email: string, passwordHash: string): Promise<AccountRow> {
  const active = (await isDeactivatedByOwner(db, id)) && { is_active: 1 };
  return updateAccount(db, { id }, { email, email_key: normalizeKey(email), password_hash: passwordHash, ...active });
}

export interface AccountSettings {
  isActive: boolean;
  isNotification: boolean;
}

async function toggleFlag(db: Db, id: string, flag: 'is_active' | 'is_notification'): Promise<AccountSettings> {
  const { is_active, is_notification } = await updateAccount(db, { id }, { [flag]: sql`1 - ${sql.ref(flag)}` });
  return { isActive: is_active === 1, isNotification: is_notification === 1 };
}

export const toggleNotifications = (db: Db, id: string): Promise<AccountSettings> =>
  toggleFlag(db, id, 'is_notification');

/** Throws an HttpError (409) if this account is the only active manager. Concurrent calls wait for each other. */
export async function requireOtherManager({ db, app }: AccountContext, id: string, kind: DatabaseKind): Promise<void> {
  const managers = await selectAccounts(db)
    .select('id')
    .where('role', 'in', app.roles.managers)
    .where('is_active', '=', 1)
    .orderBy('id')
    .$if(kind === 'postgres', (query) => query.forNoKeyUpdate())
    .execute();
  if (managers.length === 1 && managers[0]?.id === id) throw new HttpError(409, 'server.lastAdmin');
}

/**
 * Activates or deactivates the caller's own account, in a transaction. Deactivation ends all access but the calling
 * session, which can activate it again. Throws an HttpError (409) for the last active manager.
 */
export async function toggleActive(
  context: AccountContext,
  { id, role, sessionId }: Account,
  kind: DatabaseKind,
): Promise<AccountSettings> {
  const { db } = context;
  if (context.app.roles.isManager(role)) await requireOtherManager(context, id, kind);
  const settings = await toggleFlag(db, id, 'is_active');
  await clearOutlives(db, id);
  if (settings.isActive) return settings;
  await keepDespiteDeactivation(db, sessionId);
  await endAccess(context, id, sessionId);
  return settings;
}

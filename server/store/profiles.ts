import { sql, type Updateable } from 'kysely';
import type { Account } from '../../frame/server/http/handler.ts';
import { Refusal } from '../../frame/server/http/refusal.ts';
import { endAccess } from '../../frame/server/store/access.ts';
import { accounts, keyOf } from '../../frame/server/store/accounts.ts';
import type { DatabaseKind } from '../../frame/server/store/open.ts';
import type { AccountRow, Db } from '../../frame/server/store/schema.ts';
import { letOutlive } from '../../frame/server/store/sessions.ts';
import { laboratoryKey } from './laboratoryNames.ts';

/** What a person may change of their own account; what is left out stays as it is. */
export interface ProfileChange {
  fullName: string;
  email: string;
  username: string;
  contactNumber: string;
  address: string;
  gender?: string | undefined;
  about?: string | undefined;
  jobRole?: string | undefined;
  hireDate?: string | undefined;
  timings?: unknown[] | undefined;
  image?: string | undefined;
}

/**
 * Writes the change and gives the new row. A laboratory's new name is only kept as requested: its present one sent
 * along with other changes leaves an earlier request as it is. Does not look whether e-mail, username or name are taken.
 */
export async function changeProfile(db: Db, account: AccountRow, change: ProfileChange): Promise<AccountRow> {
  const asks = account.role === 'laboratory' && change.fullName !== account.full_name;
  return write(db, account, {
    ...columnsOf(change),
    ...(account.role !== 'laboratory' && { full_name: change.fullName }),
    ...(asks && { requested_name: change.fullName }),
  });
}

/** What is undefined is not set. */
const columnsOf = (change: ProfileChange) => ({
  email: change.email,
  email_key: keyOf(change.email),
  username: change.username,
  username_key: keyOf(change.username),
  contact_number: change.contactNumber,
  address: change.address,
  gender: change.gender,
  about: change.about,
  job_role: change.jobRole,
  hire_date: change.hireDate,
  timings: change.timings && JSON.stringify(change.timings),
  image: change.image,
});

const write = (db: Db, { id }: AccountRow, columns: Updateable<AccountRow>): Promise<AccountRow> =>
  db.updateTable('accounts').set(columns).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** What an admin may change of somebody else's account besides. */
export interface PersonChange extends ProfileChange {
  employeeCode?: string;
  department?: string;
  shiftTiming?: string;
}

/**
 * Writes an admin's change of an employee or a laboratory and gives the new row; a laboratory's new name goes to its
 * appointments as well, and its own request for one is over. Call it in a database transaction; does not look whether
 * anything is taken.
 */
export async function changePerson(db: Db, account: AccountRow, change: PersonChange): Promise<AccountRow> {
  const renamed = account.role === 'laboratory' && change.fullName !== account.full_name;
  const after = await write(db, account, {
    ...columnsOf(change),
    full_name: change.fullName,
    ...(renamed && { name_key: laboratoryKey(change.fullName), requested_name: null }),
    ...(change.employeeCode !== undefined && {
      employee_code: change.employeeCode,
      employee_key: keyOf(change.employeeCode),
    }),
    department: change.department,
    shift_timing: change.shiftTiming,
  });
  if (renamed)
    await db
      .updateTable('appointments')
      .set({ laboratory: change.fullName })
      .where('laboratory_id', '=', account.id)
      .execute();
  return after;
}

/**
 * Decides on the name that a laboratory asked for; undefined where it is not that one any more. An approved name goes
 * to its appointments as well, which carry it. Call it in a database transaction; does not look whether it is taken.
 */
export async function decideName(db: Db, id: string, name: string, approved: boolean): Promise<AccountRow | undefined> {
  const row = await db
    .updateTable('accounts')
    .set({ requested_name: null, ...(approved && { full_name: name, name_key: laboratoryKey(name) }) })
    .where('id', '=', id)
    .where('requested_name', '=', name)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (row && approved)
    await db.updateTable('appointments').set({ laboratory: name }).where('laboratory_id', '=', id).execute();
  return row;
}

/** Sets the password and ends what leads into the account, but one session where it is named. Call it in a transaction. */
export async function changePassword(db: Db, id: string, passwordHash: string, butSession?: string): Promise<void> {
  await db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  await endAccess(db, id, butSession);
}

/** Gives an account an e-mail address that it had before, and a password that nobody knows. */
export const restoreEmail = (db: Db, id: string, email: string, passwordHash: string): Promise<AccountRow> =>
  db
    .updateTable('accounts')
    .set({ email, email_key: keyOf(email), password_hash: passwordHash })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** The two settings that the server keeps. */
export interface Settings {
  isActive: boolean;
  isNotification: boolean;
}

async function toggle(db: Db, id: string, flag: 'is_active' | 'is_notification'): Promise<Settings> {
  const row = await db
    .updateTable('accounts')
    .set({ [flag]: sql`1 - ${sql.ref(flag)}` })
    .where('id', '=', id)
    .returning(['is_active', 'is_notification'])
    .executeTakeFirstOrThrow();
  return { isActive: row.is_active === 1, isNotification: row.is_notification === 1 };
}

export const toggleNotifications = (db: Db, id: string): Promise<Settings> => toggle(db, id, 'is_notification');

/** Refuses where nobody but this account is an active admin. Two at once wait for each other. */
export async function keepAnAdmin(db: Db, id: string, kind: DatabaseKind): Promise<void> {
  const admins = await accounts(db)
    .select('id')
    .where('role', '=', 'admin')
    .where('is_active', '=', 1)
    .orderBy('id')
    .$if(kind === 'postgres', (query) => query.forNoKeyUpdate())
    .execute();
  if (admins.length === 1 && admins[0]?.id === id) throw new Refusal(409, 'server.lastAdmin');
}

/**
 * Turns an account off or on. Turned off, nobody can sign in to it and what leads into it ends, but for the session that
 * turned it off: how else could its person turn it back on. The last active admin is refused: nobody would be left to help.
 * Call it in a database transaction.
 */
export async function toggleActive(db: Db, { id, role, sessionId }: Account, kind: DatabaseKind): Promise<Settings> {
  if (role === 'admin') await keepAnAdmin(db, id, kind);
  const settings = await toggle(db, id, 'is_active');
  if (settings.isActive) return settings;
  await letOutlive(db, sessionId);
  await endAccess(db, id, sessionId);
  return settings;
}

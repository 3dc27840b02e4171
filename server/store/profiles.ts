import { normalizeKey } from '../../frame/server/accounts/accountRows.ts';
import type { ProfileUpdate as CommonChange } from '../../frame/server/accounts/profileRows.ts';
import { toProfileColumns as commonColumns, updateAccount } from '../../frame/server/accounts/profileRows.ts';
import { clearOutlives } from '../../frame/server/accounts/sessionRows.ts';
import type { AccountRow, Db } from '../../frame/server/db/databaseSchema.ts';
import { laboratoryKey } from './laboratoryNames.ts';

/** What a person may change of their own account; what is left out stays as it is. */
export interface ProfileChange extends CommonChange {
  gender?: string | undefined;
  about?: string | undefined;
  jobRole?: string | undefined;
  hireDate?: string | undefined;
  timings?: unknown[] | undefined;
}

/**
 * What is written of a change of one's own besides what every account has. A laboratory's new name is only kept as
 * requested: its present one sent along with other changes leaves an earlier request as it is.
 */
export function profileColumns(account: AccountRow, change: ProfileChange) {
  const asks = account.role === 'laboratory' && change.fullName !== account.full_name;
  return { ...ownColumns(change), ...(asks && { full_name: account.full_name, requested_name: change.fullName }) };
}

/** What is undefined is not set. */
const ownColumns = (change: ProfileChange) => ({
  gender: change.gender,
  about: change.about,
  job_role: change.jobRole,
  hire_date: change.hireDate,
  timings: change.timings && JSON.stringify(change.timings),
});

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
  const after = await updateAccount(db, account, {
    ...commonColumns(change),
    ...ownColumns(change),
    ...(renamed && { name_key: laboratoryKey(change.fullName), requested_name: null }),
    ...(change.employeeCode !== undefined && {
      employee_code: change.employeeCode,
      employee_key: normalizeKey(change.employeeCode),
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

/** Deactivates or activates somebody else's account and gives the new row. */
export async function setActive(db: Db, account: AccountRow, isActive: boolean): Promise<AccountRow> {
  await clearOutlives(db, account.id);
  return updateAccount(db, account, { is_active: isActive ? 1 : 0 });
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

import {
  type ProfileUpdate as CommonChange,
  clearOutlives,
  toProfileColumns as commonColumns,
  normalizeKey,
  updateAccount,
} from 'portal-frame/server/accounts';
import type { AccountRow, Db } from 'portal-frame/server/database';
import { laboratoryKey } from './laboratoryNames.ts';

/** Missing values stay. */
export interface ProfileChange extends CommonChange {
  gender?: string | undefined;
  about?: string | undefined;
  jobRole?: string | undefined;
  hireDate?: string | undefined;
  timings?: unknown[] | undefined;
}

/** Columns of the portal to update in one's own profile. A laboratory's new name is only stored as requested. */
export function profileColumns(account: AccountRow, change: ProfileChange) {
  const asks = account.role === 'laboratory' && change.fullName !== account.full_name;
  return { ...ownColumns(change), ...(asks && { full_name: account.full_name, requested_name: change.fullName }) };
}

/** Undefined values are not set. */
const ownColumns = (change: ProfileChange) => ({
  gender: change.gender,
  about: change.about,
  job_role: change.jobRole,
  hire_date: change.hireDate,
  timings: change.timings && JSON.stringify(change.timings),
});

export interface PersonChange extends ProfileChange {
  employeeCode?: string;
  department?: string;
  shiftTiming?: string;
}

/**
 * Updates an employee or a laboratory for an admin. A laboratory's new name is copied to its appointments. Call in a
 * transaction; does not check for duplicates.
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

export async function setActive(db: Db, account: AccountRow, isActive: boolean): Promise<AccountRow> {
  await clearOutlives(db, account.id);
  return updateAccount(db, account, { is_active: isActive ? 1 : 0 });
}

/**
 * Approves or refuses a requested name; undefined if the request has changed. An approved name is copied to the
 * appointments. Call in a transaction; does not check for duplicates.
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

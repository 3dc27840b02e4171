import {
  type ProfileUpdate as CommonChange,
  toProfileColumns as commonColumns,
  normalizeKey,
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

/** Returns the columns that a person and an admin may change; undefined values are not set. */
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

/** Columns of an employee or a laboratory to update for an admin. A new name of a laboratory settles its request. */
export const personColumns = (account: AccountRow, change: PersonChange) => ({
  ...commonColumns(change),
  ...ownColumns(change),
  ...(account.role === 'laboratory' && change.fullName !== account.full_name && nameColumns(change.fullName)),
  ...(change.employeeCode !== undefined && {
    employee_code: change.employeeCode,
    employee_key: normalizeKey(change.employeeCode),
  }),
  department: change.department,
  shift_timing: change.shiftTiming,
});

/** Columns of a laboratory that gets this name. */
export const nameColumns = (name: string) => ({
  full_name: name,
  name_key: laboratoryKey(name),
  requested_name: null,
});

/** Copies the name of a laboratory to its appointments. */
export async function renameLaboratory(db: Db, { id, full_name }: AccountRow): Promise<void> {
  await db.updateTable('appointments').set({ laboratory: full_name }).where('laboratory_id', '=', id).execute();
}

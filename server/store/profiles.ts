import {
  type NewAccount,
  normalizeKey,
  type ProfileUpdate,
  toProfileColumns as toFrameColumns,
} from 'portal-frame/server/accounts';
import type { AccountRow, Db } from 'portal-frame/server/database';
import { laboratoryKey } from './laboratoryNames.ts';

type OwnValue = 'gender' | 'about' | 'jobRole' | 'hireDate' | 'timings' | 'department' | 'shiftTiming' | 'employeeCode';
type OwnValues = { [K in OwnValue]?: NewAccount[K] | undefined };
/** Missing values stay. */
export type PersonChange = ProfileUpdate & OwnValues;

/** Returns the columns of the portal's own values; undefined values are not set. */
export const toOwnColumns = ({ gender, about, jobRole, hireDate, timings, ...employee }: OwnValues) => ({
  ...{ gender, about, job_role: jobRole, hire_date: hireDate, timings: timings && JSON.stringify(timings) },
  ...{ department: employee.department, shift_timing: employee.shiftTiming, employee_code: employee.employeeCode },
  employee_key: employee.employeeCode && normalizeKey(employee.employeeCode),
});

/** Columns of the portal to update in one's own profile. A laboratory's new name is only stored as requested. */
export function profileColumns(account: AccountRow, change: PersonChange) {
  const asks = account.role === 'laboratory' && change.fullName !== account.full_name;
  return { ...toOwnColumns(change), ...(asks && { full_name: account.full_name, requested_name: change.fullName }) };
}

/** Columns of an employee or a laboratory to update for an admin. A new name of a laboratory settles its request. */
export const personColumns = (account: AccountRow, change: PersonChange) => ({
  ...toFrameColumns(change),
  ...toOwnColumns(change),
  ...(account.role === 'laboratory' && change.fullName !== account.full_name && nameColumns(change.fullName)),
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

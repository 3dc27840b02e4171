import type { Role } from '../../src/wire/call.ts';
import { endAccess } from './access.ts';
import { isEmailKept } from './emailChanges.ts';
import { clearFactors } from './factors.ts';
import { newId } from './id.ts';
import type { DatabaseKind } from './open.ts';
import type { AccountRow, Db } from './schema.ts';

/** What texts that must be unique, whatever their case, are compared by. */
export const keyOf = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** A new account; what is left out is '' or null, the account is active and has notifications on. */
export interface NewAccount {
  role: Role;
  email: string;
  username: string;
  passwordHash: string;
  fullName: string;
  contactNumber?: string;
  address?: string;
  gender?: string;
  about?: string;
  image?: string | null;
  jobRole?: string;
  hireDate?: string | null;
  employeeCode?: string | null;
  department?: string;
  shiftTiming?: string;
  timings?: unknown[] | null;
  isActive?: boolean;
  createdAt?: number;
}

/** Writes the account and gives its row. Does not look whether its e-mail, username or code are taken. */
export async function createAccount(db: Db, account: NewAccount): Promise<AccountRow> {
  const createdAt = account.createdAt ?? Date.now();
  const row: AccountRow = {
    id: newId(createdAt),
    role: account.role,
    email: account.email,
    email_key: keyOf(account.email),
    username: account.username,
    username_key: keyOf(account.username),
    password_hash: account.passwordHash,
    full_name: account.fullName,
    contact_number: account.contactNumber ?? '',
    address: account.address ?? '',
    gender: account.gender ?? '',
    about: account.about ?? '',
    image: account.image ?? null,
    job_role: account.jobRole ?? '',
    hire_date: account.hireDate ?? null,
    employee_code: account.employeeCode ?? null,
    employee_key: account.employeeCode ? keyOf(account.employeeCode) : null,
    department: account.department ?? '',
    shift_timing: account.shiftTiming ?? '',
    timings: account.timings ? JSON.stringify(account.timings) : null,
    is_active: account.isActive === false ? 0 : 1,
    is_notification: 1,
    created_at: createdAt,
    deleted_at: null,
  };
  await db.insertInto('accounts').values(row).execute();
  return row;
}

/** The accounts that are there: not deleted. */
export const accounts = (db: Db) => db.selectFrom('accounts').where('deleted_at', 'is', null);

export const accountByEmail = (db: Db, email: string): Promise<AccountRow | undefined> =>
  accounts(db).selectAll().where('email_key', '=', keyOf(email)).executeTakeFirst();

export const accountById = (db: Db, id: string): Promise<AccountRow | undefined> =>
  accounts(db).selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Lets nobody else hold or change this account until the database transaction ends. SQLite has one writer at a time
 * anyway.
 */
export async function holdAccount(db: Db, id: string, kind: DatabaseKind): Promise<void> {
  if (kind === 'postgres') await db.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** An employee by record id or code; deleted ones are found by id. */
export async function employeeByIdOrCode(db: Db, text: string): Promise<AccountRow | undefined> {
  const employees = db.selectFrom('accounts').selectAll().where('role', '=', 'employee');
  return (
    (await employees.where('id', '=', text).executeTakeFirst()) ??
    (await employees.where('employee_key', '=', keyOf(text)).where('deleted_at', 'is', null).executeTakeFirst())
  );
}

export const laboratoryByName = (db: Db, name: string): Promise<AccountRow | undefined> =>
  accounts(db).selectAll().where('role', '=', 'laboratory').where('full_name', '=', name).executeTakeFirst();

/** All accounts of a role, newest first. */
export const accountsOf = (db: Db, role: Role): Promise<AccountRow[]> =>
  accounts(db).selectAll().where('role', '=', role).orderBy('created_at', 'desc').orderBy('id', 'desc').execute();

/** A field that must be unique, and what it would hold. */
export interface Unique {
  email?: string | undefined;
  username?: string | undefined;
  employeeCode?: string | null | undefined;
}

/** Which of these values another account has already, or may take back. */
export async function takenFields(
  db: Db,
  { email, username, employeeCode }: Unique,
  but = '',
): Promise<(keyof Unique)[]> {
  const keys = { email, username, employeeCode };
  const columns = { email: 'email_key', username: 'username_key', employeeCode: 'employee_key' } as const;
  const taken: (keyof Unique)[] = [];
  for (const name of Object.keys(columns) as (keyof Unique)[]) {
    const value = keys[name];
    if (value === undefined || value === null) continue;
    const other = accounts(db).select('id').where(columns[name], '=', keyOf(value)).where('id', '!=', but);
    const kept = name === 'email' && (await isEmailKept(db, keyOf(value), but));
    if (kept || (await other.executeTakeFirst())) taken.push(name);
  }
  return taken;
}

/** Marks an account of this role as deleted and ends what leads into it; false where there is none. */
export async function deleteAccount(db: Db, id: string, role: Role): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ deleted_at: Date.now() })
    .where('id', '=', id)
    .where('role', '=', role)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await endAccess(db, id);
  await clearFactors(db, id);
  return true;
}

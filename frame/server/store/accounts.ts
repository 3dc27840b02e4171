import { laboratoryKey } from '../../../server/store/laboratoryNames.ts';
import type { Role } from '../../wire/call.ts';
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
    name_key: account.role === 'laboratory' ? laboratoryKey(account.fullName) : null,
    requested_name: null,
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

/**
 * Whether this employee may be given appointments: neither deleted nor inactive, and not made so until the database
 * transaction ends.
 */
export async function holdAssignable(db: Db, id: string, kind: DatabaseKind): Promise<boolean> {
  const held = await accounts(db)
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'employee')
    .where('is_active', '=', 1)
    .$if(kind === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return held !== undefined;
}

/** An employee by record id or code, to look for their appointments; deleted ones are found by id. */
export async function employeeByIdOrCode(db: Db, text: string): Promise<AccountRow | undefined> {
  const employees = db.selectFrom('accounts').selectAll().where('role', '=', 'employee');
  return (
    (await employees.where('id', '=', text).executeTakeFirst()) ??
    (await employees.where('employee_key', '=', keyOf(text)).where('deleted_at', 'is', null).executeTakeFirst())
  );
}

/** The laboratories of exactly that name: one, but for look-alikes that are older than the rule against them. */
export const laboratoriesByName = (db: Db, name: string): Promise<AccountRow[]> =>
  accounts(db).selectAll().where('role', '=', 'laboratory').where('full_name', '=', name).execute();

/** All accounts of a role, newest first. */
export const accountsOf = (db: Db, role: Role): Promise<AccountRow[]> =>
  accounts(db).selectAll().where('role', '=', role).orderBy('created_at', 'desc').orderBy('id', 'desc').execute();

/** A field that must be unique, and what it would hold. */
export interface Unique {
  email?: string | undefined;
  username?: string | undefined;
  employeeCode?: string | null | undefined;
  laboratoryName?: string | undefined;
}

const UNIQUE = {
  email: { column: 'email_key', key: keyOf },
  username: { column: 'username_key', key: keyOf },
  employeeCode: { column: 'employee_key', key: keyOf },
  laboratoryName: { column: 'name_key', key: laboratoryKey },
} as const;

/** Which of these values another account has already, or may take back. */
export async function takenFields(db: Db, values: Unique, but = ''): Promise<(keyof Unique)[]> {
  const taken: (keyof Unique)[] = [];
  for (const name of Object.keys(UNIQUE) as (keyof Unique)[]) {
    const value = values[name];
    if (value === undefined || value === null) continue;
    const { column, key } = UNIQUE[name];
    const other = accounts(db).select('id').where(column, '=', key(value)).where('id', '!=', but);
    const kept = name === 'email' && (await isEmailKept(db, keyOf(value), but));
    if (kept || (await other.executeTakeFirst())) taken.push(name);
  }
  return taken;
}

/** What a deleted account keeps none of: its appointments, and the audit trail, need its name and its code. */
const NOTHING = {
  ...{ email: '', email_key: '', username: '', username_key: '', password_hash: '' },
  ...{ contact_number: '', address: '', gender: '', about: '', image: null, job_role: '', hire_date: null },
  ...{ department: '', shift_timing: '', timings: null, requested_name: null, name_key: null },
};

/**
 * Marks an account of this role as deleted, with all that hangs on it, and gives the row as it was; undefined where
 * there is none. Its files are the caller's to discard. Call it in a database transaction.
 */
export async function deleteAccount(db: Db, id: string, role: Role): Promise<AccountRow | undefined> {
  const account = await accountById(db, id);
  if (account?.role !== role) return undefined;
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ ...NOTHING, deleted_at: Date.now() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  await endAccess(db, id);
  await clearFactors(db, id);
  for (const table of ['sessions', 'email_changes', 'notifications'] as const)
    await db.deleteFrom(table).where('account_id', '=', id).execute();
  return account;
}

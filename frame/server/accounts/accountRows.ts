import type { Role } from '../../wire/call.ts';
import type { AccountRow, Db } from '../db/databaseSchema.ts';
import { newId } from '../db/newId.ts';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { serverParts } from '../parts.ts';
import { isEmailReserved } from './emailChanges.ts';
import { endAccess } from './endAccess.ts';
import { deleteFactors } from './secondFactorRows.ts';

/** Values of an account that no other may have, by their names; those left out are not looked at. */
export type UniqueValues = Readonly<Record<string, string | null | undefined>>;

/** A value that no two accounts share. */
export interface UniqueColumn {
  /** The column of what it is compared by. */
  column: keyof AccountRow;
  key(value: string): string;
  /** Where it stands in forms. */
  field: string;
  /** The message where another account has it: an i18n key. */
  message: string;
  /** The message for a value that nobody may have. */
  refused?(value: string): string | undefined;
}

/** What texts that must be unique, whatever their case, are compared by. */
export const normalizeKey = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/**
 * A new account; what is left out is '' or null, the account is active and has notifications on. An app adds what else
 * its accounts have.
 */
export interface NewAccount {
  /** A new one where left out. */
  id?: string;
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
  isActive?: boolean;
  createdAt?: number;
}

/** Writes the account and gives its row. Does not look whether anything of it is taken. */
export async function createAccount(db: Db, account: NewAccount): Promise<AccountRow> {
  const createdAt = account.createdAt ?? Date.now();
  const row = {
    id: account.id ?? newId(createdAt),
    role: account.role,
    email: account.email,
    email_key: normalizeKey(account.email),
    username: account.username,
    username_key: normalizeKey(account.username),
    password_hash: account.passwordHash,
    full_name: account.fullName,
    contact_number: account.contactNumber ?? '',
    address: account.address ?? '',
    gender: account.gender ?? '',
    about: account.about ?? '',
    image: account.image ?? null,
    is_active: account.isActive === false ? 0 : 1,
    is_notification: 1,
    created_at: createdAt,
    deleted_at: null,
    ...serverParts().accounts?.columns?.(account),
  } as AccountRow;
  await db.insertInto('accounts').values(row).execute();
  return row;
}

/** The accounts that are there: not deleted. */
export const selectAccounts = (db: Db) => db.selectFrom('accounts').where('deleted_at', 'is', null);

export const findAccountByEmail = (db: Db, email: string): Promise<AccountRow | undefined> =>
  selectAccounts(db).selectAll().where('email_key', '=', normalizeKey(email)).executeTakeFirst();

export const findAccountById = (db: Db, id: string): Promise<AccountRow | undefined> =>
  selectAccounts(db).selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Lets nobody else hold or change this account until the database transaction ends. SQLite has one writer at a time
 * anyway.
 */
export async function lockAccount(db: Db, id: string, kind: DatabaseKind): Promise<void> {
  if (kind === 'postgres') await db.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** All accounts of a role, newest first. */
export const findAccountsByRole = (db: Db, role: Role): Promise<AccountRow[]> =>
  selectAccounts(db).selectAll().where('role', '=', role).orderBy('created_at', 'desc').orderBy('id', 'desc').execute();

const UNIQUE_COLUMNS: Readonly<Record<string, UniqueColumn>> = {
  email: { column: 'email_key', key: normalizeKey, field: 'email', message: 'server.emailTaken' },
  username: { column: 'username_key', key: normalizeKey, field: 'username', message: 'server.usernameTaken' },
};

/** Which of these values another account has already, or may take back. */
export async function findTakenValues(db: Db, values: UniqueValues, but = ''): Promise<UniqueColumn[]> {
  const taken: UniqueColumn[] = [];
  for (const [name, unique] of Object.entries({ ...UNIQUE_COLUMNS, ...serverParts().accounts?.unique })) {
    const value = values[name];
    if (value === undefined || value === null) continue;
    const { column, key } = unique;
    const other = selectAccounts(db).select('id').where(column, '=', key(value)).where('id', '!=', but);
    const kept = name === 'email' && (await isEmailReserved(db, normalizeKey(value), but));
    if (kept || (await other.executeTakeFirst())) taken.push(unique);
  }
  return taken;
}

/** What a deleted account keeps none of: the records that name it, and the audit trail, need its name. */
const CLEARED_COLUMNS = {
  ...{ email: '', email_key: '', username: '', username_key: '', password_hash: '' },
  ...{ contact_number: '', address: '', gender: '', about: '', image: null },
};

/**
 * Marks an account of this role as deleted, with all that hangs on it, and gives the row as it was; undefined where
 * there is none. Its files are the caller's to discard. Call it in a database transaction.
 */
export async function deleteAccount(db: Db, id: string, role: Role): Promise<AccountRow | undefined> {
  const account = await findAccountById(db, id);
  if (account?.role !== role) return undefined;
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ ...CLEARED_COLUMNS, ...serverParts().accounts?.columnsAfterDelete, deleted_at: Date.now() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  await endAccess(db, id);
  await deleteFactors(db, id);
  for (const table of ['sessions', 'email_changes', 'notifications'] as const)
    await db.deleteFrom(table).where('account_id', '=', id).execute();
  return account;
}

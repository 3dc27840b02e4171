import type { Role } from '../../wire/call.ts';
import type { AccountRow, Db } from '../db/databaseSchema.ts';
import { newId } from '../db/newId.ts';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { serverParts } from '../parts.ts';
import { isEmailKept } from './emailChanges.ts';
import { endAccess } from './endAccess.ts';
import { clearFactors } from './secondFactorRows.ts';

/** Values of an account that no other may have, by their names; those left out are not looked at. */
export type Unique = Readonly<Record<string, string | null | undefined>>;

/** A value that no two accounts share. */
export interface UniqueValue {
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
export const keyOf = (text: string) => text.normalize('NFKC').trim().toLowerCase();

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

/** All accounts of a role, newest first. */
export const accountsOf = (db: Db, role: Role): Promise<AccountRow[]> =>
  accounts(db).selectAll().where('role', '=', role).orderBy('created_at', 'desc').orderBy('id', 'desc').execute();

const UNIQUE: Readonly<Record<string, UniqueValue>> = {
  email: { column: 'email_key', key: keyOf, field: 'email', message: 'server.emailTaken' },
  username: { column: 'username_key', key: keyOf, field: 'username', message: 'server.usernameTaken' },
};

/** Which of these values another account has already, or may take back. */
export async function takenValues(db: Db, values: Unique, but = ''): Promise<UniqueValue[]> {
  const taken: UniqueValue[] = [];
  for (const [name, unique] of Object.entries({ ...UNIQUE, ...serverParts().accounts?.unique })) {
    const value = values[name];
    if (value === undefined || value === null) continue;
    const { column, key } = unique;
    const other = accounts(db).select('id').where(column, '=', key(value)).where('id', '!=', but);
    const kept = name === 'email' && (await isEmailKept(db, keyOf(value), but));
    if (kept || (await other.executeTakeFirst())) taken.push(unique);
  }
  return taken;
}

/** What a deleted account keeps none of: the records that name it, and the audit trail, need its name. */
const NOTHING = {
  ...{ email: '', email_key: '', username: '', username_key: '', password_hash: '' },
  ...{ contact_number: '', address: '', gender: '', about: '', image: null },
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
    .set({ ...NOTHING, ...serverParts().accounts?.cleared, deleted_at: Date.now() })
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

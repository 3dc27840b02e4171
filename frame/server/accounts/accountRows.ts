import type { Role } from '../../wire/call.ts';
import type { NewAccount } from '../appInterfaces.ts';
import { changesRow } from '../db/changesRow.ts';
import type { AccountRow, Db } from '../db/databaseSchema.ts';
import { newId } from '../db/newId.ts';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { serverParts } from '../parts.ts';
import { isEmailReserved } from './emailChanges.ts';
import { endAccess } from './endAccess.ts';
import { deleteFactors } from './secondFactorRows.ts';

/** Unique values of an account by name; undefined ones are not checked. */
export type UniqueValues = Readonly<Record<string, string | null | undefined>>;

/** A value that no two accounts share. */
export interface UniqueColumn {
  /** Column of the normalized value. */
  column: keyof AccountRow;
  key(value: string): string;
  field: string;
  /** Message if another account has the value: an i18n key. */
  message: string;
  /** Message for a value that nobody may have. */
  refused?(value: string): string | undefined;
}

/** Normalizes a text for a unique comparison that ignores case. */
export const normalizeKey = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** Inserts an account and returns its row. Does not check whether a value is taken. */
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

/** Selects accounts that are not deleted. */
export const selectAccounts = (db: Db) => db.selectFrom('accounts').where('deleted_at', 'is', null);

/** Finds an account by its email address in any case. */
export const findAccountByEmail = (db: Db, email: string): Promise<AccountRow | undefined> =>
  selectAccounts(db).selectAll().where('email_key', '=', normalizeKey(email)).executeTakeFirst();

/** Finds an account that is not deleted. */
export const findAccountById = (db: Db, id: string): Promise<AccountRow | undefined> =>
  selectAccounts(db).selectAll().where('id', '=', id).executeTakeFirst();

/** Locks an account until the transaction ends. SQLite has one writer at a time anyway. */
export async function lockAccount(db: Db, id: string, kind: DatabaseKind): Promise<void> {
  if (kind === 'postgres') await db.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Finds the accounts of a role, newest first. */
export const findAccountsByRole = (db: Db, role: Role): Promise<AccountRow[]> =>
  selectAccounts(db).selectAll().where('role', '=', role).orderBy('created_at', 'desc').orderBy('id', 'desc').execute();

const UNIQUE_COLUMNS: Readonly<Record<string, UniqueColumn>> = {
  email: { column: 'email_key', key: normalizeKey, field: 'email', message: 'server.emailTaken' },
  username: { column: 'username_key', key: normalizeKey, field: 'username', message: 'server.usernameTaken' },
};

/** Finds the unique columns whose value another account has. Counts e-mail addresses that others may still restore. */
export async function findTakenValues(db: Db, values: UniqueValues, exceptId = ''): Promise<UniqueColumn[]> {
  const taken: UniqueColumn[] = [];
  for (const [name, unique] of Object.entries({ ...UNIQUE_COLUMNS, ...serverParts().accounts?.unique })) {
    const value = values[name];
    if (value === undefined || value === null) continue;
    const { column, key } = unique;
    const other = selectAccounts(db).select('id').where(column, '=', key(value)).where('id', '!=', exceptId);
    const reserved = name === 'email' && (await isEmailReserved(db, normalizeKey(value), exceptId));
    if (reserved || (await other.executeTakeFirst())) taken.push(unique);
  }
  return taken;
}

/** A deleted account keeps its name for the records and the audit trail that refer to it. */
const CLEARED_COLUMNS = {
  ...{ email: '', email_key: '', username: '', username_key: '', password_hash: '' },
  ...{ contact_number: '', address: '', gender: '', about: '', image: null },
};

/**
 * Marks an account of this role as deleted, clears its personal data and deletes its sessions, factors and notifications.
 * Call it in a transaction. Returns the former row, whose files the caller discards; undefined if there is none.
 */
export async function deleteAccount(db: Db, id: string, role: Role): Promise<AccountRow | undefined> {
  const account = await findAccountById(db, id);
  if (account?.role !== role) return undefined;
  const cleared = { ...CLEARED_COLUMNS, ...serverParts().accounts?.columnsAfterDelete, deleted_at: Date.now() };
  const update = db.updateTable('accounts').set(cleared).where('id', '=', id).where('deleted_at', 'is', null);
  if (!(await changesRow(update))) return undefined;
  await endAccess(db, id);
  await deleteFactors(db, id);
  for (const table of ['sessions', 'email_changes', 'notifications'] as const)
    await db.deleteFrom(table).where('account_id', '=', id).execute();
  return account;
}

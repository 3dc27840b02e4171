import type { Role } from '../../wire/call.ts';
import type { NewAccount } from '../appInterfaces.ts';
import { HttpError } from '../base/httpError.ts';
import { changesRow } from '../db/changesRow.ts';
import type { AccountRow, Db } from '../db/databaseSchema.ts';
import { newId } from '../db/newId.ts';
import type { DatabaseKind } from '../db/openDatabase.ts';
import type { ServerParts } from '../parts.ts';
import { isEmailReserved } from './emailChanges.ts';
import { type AccountContext, endAccess, unlinkAccount } from './endAccess.ts';

export type { AccountContext };

/** Unique values of an account by column; undefined ones are not checked. */
export type UniqueValues = Readonly<Record<string, string | null | undefined>>;

/** A column whose value no two accounts share. */
export interface UniqueColumn {
  /** Column of its key, which is compared. */
  column: keyof AccountRow;
  key(value: string): string;
  /** The field of records and forms with the value. */
  field: string;
  /** Only accounts of this role have the value. */
  role?: Role;
  /** Message if another account has the value: an i18n key. */
  message: string;
  /** Message for a value that nobody may have. */
  refused?(value: string): string | undefined;
}

/** Normalizes a text for a unique comparison that ignores case. */
export const normalizeKey = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** Inserts an account, with these further columns, and returns its row. Does not check whether a value is taken. */
export async function createAccount(
  { db, app }: AccountContext,
  account: NewAccount,
  columns: object = {},
): Promise<AccountRow> {
  const createdAt = account.createdAt ?? Date.now();
  const row = addKeys(app, account.role, {
    id: account.id ?? newId(createdAt),
    role: account.role,
    email: account.email,
    username: account.username,
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
    ...app.accounts?.emptyColumns,
    ...app.accounts?.columns?.(account),
    ...columns,
  }) as AccountRow;
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

/** Lists the unique columns of a role, or of all roles. */
export const listUniqueColumns = ({ accounts }: ServerParts, role?: Role): [string, UniqueColumn][] =>
  Object.entries({ ...UNIQUE_COLUMNS, ...accounts?.unique }).filter(
    ([, one]) => !role || !one.role || one.role === role,
  );

/** Adds the keys of the unique values that differ from `before` to columns of an account. */
export function addKeys<C extends object>(app: ServerParts, role: Role, columns: C, before?: AccountRow): C {
  const given = columns as Readonly<Record<string, unknown>>;
  const differing = listUniqueColumns(app, role).filter(
    ([name]) => given[name] !== undefined && given[name] !== before?.[name as keyof AccountRow],
  );
  const keys = differing.map(([name, { column, key }]) => [column, given[name] ? key(String(given[name])) : null]);
  return { ...columns, ...Object.fromEntries(keys) };
}

/**
 * Finds the values that another account has or that nobody may have: fields with their messages. Counts e-mail addresses
 * that others may still restore.
 */
export async function findTakenValues(
  { db, app }: AccountContext,
  values: UniqueValues,
  exceptId = '',
): Promise<[string, string][]> {
  const taken: [string, string][] = [];
  for (const [name, { column, key, field, message, refused }] of listUniqueColumns(app)) {
    const value = values[name];
    if (value === undefined || value === null) continue;
    const other = selectAccounts(db).select('id').where(column, '=', key(value)).where('id', '!=', exceptId);
    const reserved = name === 'email' && (await isEmailReserved(db, normalizeKey(value), exceptId));
    const refusal = reserved || (await other.executeTakeFirst()) ? message : refused?.(value);
    if (refusal) taken.push([field, refusal]);
  }
  return taken;
}

/** Throws an HttpError (409) for values that an account other than `exceptId` has, or that nobody may have. */
export async function rejectTakenValues(
  context: AccountContext,
  values: UniqueValues,
  exceptId?: string,
): Promise<void> {
  const taken = await findTakenValues(context, values, exceptId);
  const [first] = taken;
  if (first) throw new HttpError(409, first[1], { errors: Object.fromEntries(taken) });
}

/** Returns the column whose unique index was violated; undefined for other errors. Indexes begin with its name. */
export function findViolatedColumn(app: ServerParts, cause: unknown): UniqueColumn | undefined {
  const { message = '', constraint = '' } = cause as { message?: string; constraint?: string };
  const text = constraint || message;
  const names = ({ column }: UniqueColumn) => ['_', '.'].map((sign) => `accounts${sign}${column.replace(/_key$/, '')}`);
  const isViolated = (one: UniqueColumn) => names(one).some((name) => text.includes(name));
  return listUniqueColumns(app).find(([, one]) => isViolated(one))?.[1];
}

/** Converts a violated unique index of accounts to an HttpError (409) at its field; returns other errors as they are. */
export function toTakenAccountRefusal(app: ServerParts, cause: unknown): unknown {
  const taken = findViolatedColumn(app, cause);
  return taken ? HttpError.forField(taken.field, 409, taken.message) : cause;
}

/** A deleted account keeps its name for the records and the activity log that refer to it. */
const CLEARED_COLUMNS = {
  ...{ email: '', email_key: '', username: '', username_key: '', password_hash: '' },
  ...{ contact_number: '', address: '', gender: '', about: '', image: null },
};

/**
 * Marks an account of this role as deleted, clears its personal data and deletes its sessions, notifications and ways to sign in.
 * Call it in a transaction. Returns the former row, whose files the caller discards; undefined if there is none.
 */
export async function deleteAccount(
  { db, app }: AccountContext,
  id: string,
  role: Role,
): Promise<AccountRow | undefined> {
  const account = await findAccountById(db, id);
  if (account?.role !== role) return undefined;
  const cleared = { ...CLEARED_COLUMNS, ...app.accounts?.emptyColumns, deleted_at: Date.now() };
  const update = db.updateTable('accounts').set(cleared).where('id', '=', id).where('deleted_at', 'is', null);
  if (!(await changesRow(update))) return undefined;
  await endAccess({ db, app }, id);
  await unlinkAccount({ db, app }, id);
  for (const table of ['sessions', 'email_changes', 'notifications'] as const)
    await db.deleteFrom(table).where('account_id', '=', id).execute();
  return account;
}

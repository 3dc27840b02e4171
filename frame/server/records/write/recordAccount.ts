import { getAccountsConfig } from '../../../config/app/accounts.ts';
import { ACCOUNTS } from '../../../config/rowRules.ts';
import { isBlank } from '../../../config/validate.ts';
import type { Role } from '../../../wire/roles.ts';
import { requiredMessage } from '../../../wire/validationRules.ts';
import {
  createAccount,
  findAccountById,
  findTakenValues,
  findViolatedColumn,
  listUniqueColumns,
  rejectTakenValues,
  type UniqueValues,
} from '../../accounts/accountRows.ts';
import { getUnusableHash } from '../../accounts/passwordHash.ts';
import { hashNewPassword } from '../../accounts/passwordRule.ts';
import type { NewAccount } from '../../appInterfaces.ts';
import { HttpError, notFound } from '../../base/httpError.ts';
import type { AccountRow } from '../../db/databaseSchema.ts';
import { isReceived } from '../../files/fileStore.ts';
import { requireReauthentication } from '../../http/authenticate.ts';
import { changeAccount, removeAccount } from '../../outbox/changeAccount.ts';
import { notifyByMail } from '../../outbox/securityMail.ts';
import type { ServerParts } from '../../parts.ts';
import type { OperationContext, WriteContext } from '../read/operationContext.ts';
import type { Collection } from '../schema/collection.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import { type ChangedRow, insertCollectionRows, updateRows } from '../schema/linkRows.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { isUpload } from '../tables/uploadTable.ts';
import { claimReceived, parseUploadPath } from './recordUploads.ts';

// Records of collections with `accounts` in their config have an account with the same id, e-mail address, name and
// state. Records over the table of accounts are the accounts of one role. A change that opens or closes access to an
// account requires reauthentication.

/** True if the rows of a collection are accounts. */
export const isAccountTable = ({ table }: Pick<Collection, 'table'>): boolean => table === ACCOUNTS;

/** Columns that the values of records do not reach. */
const OWN_COLUMN = /^(role|password_hash|deleted_at|.*_key)$/;

/** Returns the role of the collection's accounts; undefined if its records are none. */
function getAccountRole({ table, resource }: Collection): Role | undefined {
  if (!isAccountTable({ table })) return getAccountsConfig(resource)?.role;
  const role = resource.table?.where?.role;
  if (typeof role === 'string') return role as Role;
  throw new TypeError(`${resource.name}: without a role in table.where, the API does not write accounts.`);
}

/** Converts a violated unique e-mail address to an HttpError (409); returns undefined for other errors. */
export function toEmailTakenRefusal(app: ServerParts, { resource }: Collection, cause: unknown): HttpError | undefined {
  const config = getAccountsConfig(resource);
  return config && findViolatedColumn(app, cause) ? createEmailTakenRefusal(config.email) : undefined;
}

const createEmailTakenRefusal = (field: string) => HttpError.forField(field, 409, 'server.emailTaken');

async function refuseTakenEmail(
  { db, services }: WriteContext,
  field: string,
  values: UniqueValues,
  but?: string,
): Promise<void> {
  if ((await findTakenValues({ db, app: services.app }, values, but)).length > 0) throw createEmailTakenRefusal(field);
}

/**
 * Inserts the rows of records, and the accounts of those that have one, and returns the rows. Throws an HttpError: 403
 * without reauthentication, 409 for taken values, 400 for a password that is easy to guess.
 */
export async function insertRecordRows(
  context: WriteContext,
  records: readonly { row: CollectionRow; values: RecordValues }[],
): Promise<CollectionRow[]> {
  const { collection, db } = context;
  if (getAccountRole(collection)) requireReauthentication(context.account);
  if (isAccountTable(collection)) {
    const accounts: CollectionRow[] = [];
    for (const { row, values } of records) accounts.push(await insertAccountRow(context, row, values));
    return accounts;
  }
  const rows = records.map(({ row }) => row);
  await insertCollectionRows(db, collection, rows);
  const config = getAccountsConfig(collection.resource);
  if (config) for (const { row, values } of records) await addRecordAccount(context, config, row.id, values);
  return rows;
}

type RecordAccounts = NonNullable<ReturnType<typeof getAccountsConfig>>;

/** Creates the account of a new record. */
async function addRecordAccount(context: WriteContext, config: RecordAccounts, id: string, values: RecordValues) {
  const email = String(values[config.email]);
  const names = { email, username: email, fullName: String(values[config.name]) };
  await refuseTakenEmail(context, config.email, { email, username: email });
  const isActive = config.active === undefined || values[config.active] !== false;
  await openAccount(context, { id, role: config.role, ...names, isActive }, 'accountMade');
}

/** Creates an account. Without a password the person is notified by mail how to set one. */
async function openAccount(
  { db, services, request, hashes }: WriteContext,
  account: Omit<NewAccount, 'passwordHash'>,
  event: 'invited' | 'accountMade',
  { password, ...columns }: RecordValues = {},
): Promise<AccountRow> {
  // No two accounts share a hash.
  const prepared = hashes?.get(String(password))?.pop();
  const passwordHash = isBlank(password)
    ? await getUnusableHash(services.config)
    : await hashNewPassword(String(password), account, services.config, 'password', prepared);
  const row = await createAccount({ db, app: services.app }, { ...account, passwordHash }, columns);
  if (isBlank(password)) await notifyByMail(db, services, request, row, event);
  return row;
}

/** A row before and after its update, with its written columns and the values of the record. */
interface UpdatedRow extends ChangedRow {
  written: Record<string, unknown>;
  values: RecordValues;
}

/**
 * Updates the rows of records, and the accounts of those that have one, and returns the rows. After a change of the e-mail
 * address, the old address is notified and can undo it; sessions and links end. Throws an HttpError: 403 without
 * reauthentication, 409 for taken values and for the last active manager.
 */
export async function updateRecordRows(
  context: WriteContext,
  records: readonly UpdatedRow[],
): Promise<CollectionRow[]> {
  const { collection, db } = context;
  if (isAccountTable(collection)) {
    const accounts: CollectionRow[] = [];
    for (const { oldRow, written } of records) accounts.push(await updateAccountRow(context, oldRow, written));
    return accounts;
  }
  await updateRows(db, collection, records);
  const config = getAccountsConfig(collection.resource);
  if (config) for (const { oldRow, values } of records) await updateRecordAccount(context, config, oldRow.id, values);
  return records.map(({ newRow }) => newRow);
}

/** Copies the values of a record to its account. */
async function updateRecordAccount(context: WriteContext, config: RecordAccounts, id: string, values: RecordValues) {
  const before = await findAccountById(context.db, id);
  if (!before) return;
  const email = String(values[config.email]);
  const fullName = String(values[config.name]);
  const isActive = config.active === undefined ? before.is_active : Number(values[config.active] !== false);
  if (before.email === email && before.full_name === fullName && before.is_active === isActive) return;
  const username = before.username === before.email ? email : before.username;
  if (email !== before.email || isActive !== before.is_active) requireReauthentication(context.account);
  if (email !== before.email) await refuseTakenEmail(context, config.email, { email, username }, id);
  await changeAccount(context, before, { email, username, full_name: fullName, is_active: isActive });
}

/** Deletes the account of a deleted record and ends its sessions. */
export async function deleteRecordAccount(context: WriteContext, id: string): Promise<void> {
  const role = getAccountRole(context.collection);
  if (!role) return;
  requireReauthentication(context.account);
  const gone = await removeAccount(context, id, role);
  if (gone?.image) context.freedFiles.push(gone.image);
}

/** Throws an HttpError (400) at columns that records do not write, and at missing e-mail addresses and usernames. */
function refuseInvalidColumns({ columns }: Collection, written: RecordValues): void {
  for (const { name, valueColumn } of columns.filter((one) => Object.hasOwn(written, one.valueColumn))) {
    if (OWN_COLUMN.test(valueColumn)) throw HttpError.forField(name, 400, 'server.notWritable');
    if (['email', 'username'].includes(valueColumn) && isBlank(written[valueColumn]))
      throw HttpError.forField(name, 400, requiredMessage(name));
  }
}

/** Picks the columns that no other account may share. */
const pickUnique = (app: ServerParts, role: Role, columns: RecordValues) =>
  Object.fromEntries(listUniqueColumns(app, role).map(([name]) => [name, columns[name] as string | null | undefined]));

/**
 * Replaces received uploads by their paths in the values of an account. The address of the present file keeps
 * it. Throws an HttpError (400) for any other file, and for a password in the update of a row.
 */
export function prepareAccountValues(context: OperationContext, values: RecordValues, row?: CollectionRow): void {
  if (row && !isBlank(values.password)) throw HttpError.forField('password', 400, 'server.notWritable');
  for (const { name, valueColumn } of context.collection.columns.filter(isUpload)) {
    const value = values[name] ?? null;
    if (value === null) continue;
    if (isReceived(value, 'image')) values[name] = claimReceived(context, value);
    else if (row?.[valueColumn] && parseUploadPath(value) === row[valueColumn]) delete values[name];
    else throw HttpError.forField(name, 400, 'validation.invalid');
  }
}

/** Inserts an account. Without a password the person is invited by mail to set one. */
async function insertAccountRow(context: WriteContext, columns: CollectionRow, { password }: RecordValues) {
  const { collection, db, services } = context;
  const { app } = services;
  const role = getAccountRole(collection) as Role;
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null));
  const { email = '', username = email, full_name: fullName = '' } = given as Partial<AccountRow>;
  refuseInvalidColumns(collection, given);
  if (isBlank(email)) throw HttpError.forField('email', 400, requiredMessage('email'));
  await rejectTakenValues({ db, app }, { ...pickUnique(app, role, given), username });
  const event = app.roles.isManager(role) ? 'invited' : 'accountMade';
  const account = { id: columns.id, role, email, username, fullName };
  return (await openAccount(context, account, event, { ...given, password })) as unknown as CollectionRow;
}

async function updateAccountRow(context: WriteContext, row: CollectionRow, columns: RecordValues) {
  const { collection, db, account, services } = context;
  const { app } = services;
  const before = row as unknown as AccountRow;
  if (before.deleted_at !== null) throw notFound();
  refuseInvalidColumns(collection, columns);
  const isChanged = (column: string) => column in columns && (columns[column] !== row[column] || columns[column] === 0);
  if (['email', 'username', 'is_active'].some(isChanged)) requireReauthentication(account);
  await rejectTakenValues({ db, app }, pickUnique(app, getAccountRole(collection) as Role, columns), row.id);
  const after = await changeAccount(context, before, columns);
  if (after.image !== before.image && before.image) context.freedFiles.push(before.image);
  return after as unknown as CollectionRow;
}

import { randomBytes } from 'node:crypto';
import { getAccountsConfig } from '../../../config/app/accounts.ts';
import { ACCOUNTS } from '../../../config/rowRules.ts';
import { createAccount, findAccountById, findTakenValues, normalizeKey } from '../../accounts/accountRows.ts';
import { hashPassword } from '../../accounts/passwordHash.ts';
import { HttpError } from '../../base/httpError.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { requireReauthentication } from '../../http/authenticate.ts';
import { changeAccount, removeAccount } from '../../outbox/accountChanges.ts';
import { notifyByMail } from '../../outbox/securityMail.ts';
import type { WriteContext } from '../read/operationContext.ts';
import type { Collection } from '../schema/collection.ts';
import type { RecordValues } from '../schema/recordRow.ts';

// Collections with `accounts` in their config: each record has an account with the same id, e-mail address, name and
// state. A change that opens or closes access to an account requires reauthentication.

const unusablePasswords = new Map<number, Promise<string>>();
/** Returns the hash of an unknown password. Cached, because hashing is slow and runs in a transaction. */
function getUnusablePassword(config: Pick<Config, 'argonMemoryKib'>): Promise<string> {
  const made =
    unusablePasswords.get(config.argonMemoryKib) ?? hashPassword(randomBytes(32).toString('base64url'), config);
  unusablePasswords.set(config.argonMemoryKib, made);
  return made;
}

/** Matches the unique indexes of e-mail addresses in the errors of both databases. */
const ACCOUNT_UNIQUE_INDEX = /accounts[._](email|username)/;

/** Converts a violated unique e-mail address to an HttpError (409); returns undefined for other errors. */
export function toEmailTakenRefusal({ resource }: Collection, cause: unknown): HttpError | undefined {
  const { message = '', constraint = '' } = cause as { message?: string; constraint?: string };
  const config = getAccountsConfig(resource);
  return config && ACCOUNT_UNIQUE_INDEX.test(constraint || message) ? createEmailTakenRefusal(config.email) : undefined;
}

const createEmailTakenRefusal = (field: string) => HttpError.forField(field, 409, 'server.emailTaken');

async function refuseTakenEmail(db: Db, field: string, email: string, but?: string): Promise<void> {
  if ((await findTakenValues(db, { email, username: email }, but)).length > 0) throw createEmailTakenRefusal(field);
}

/** Creates the account of a new record and mails an invitation to set a password. */
export async function createRecordAccount(context: WriteContext, id: string, values: RecordValues): Promise<void> {
  const config = getAccountsConfig(context.collection.resource);
  if (!config) return;
  const { db } = context;
  requireReauthentication(context.account);
  const email = String(values[config.email]);
  await refuseTakenEmail(db, config.email, email);
  const row = await createAccount(db, {
    id,
    role: config.role,
    email,
    username: email,
    fullName: String(values[config.name]),
    passwordHash: await getUnusablePassword(context.services.config),
    isActive: config.active === undefined || values[config.active] !== false,
  });
  await notifyByMail(db, context.services, context.request, row, 'accountMade');
}

/**
 * Updates the account of a record. After a change of the e-mail address, the old address is notified and can undo it;
 * sessions and links end.
 */
export async function updateRecordAccount(context: WriteContext, id: string, values: RecordValues): Promise<void> {
  const config = getAccountsConfig(context.collection.resource);
  const { db, account } = context;
  const before = config && (await findAccountById(db, id));
  if (!config || !before) return;
  const email = String(values[config.email]);
  const fullName = String(values[config.name]);
  const isActive = config.active === undefined ? before.is_active : Number(values[config.active] !== false);
  const same = before.email === email && before.full_name === fullName && before.is_active === isActive;
  if (same) return;
  const username = before.username === before.email ? email : before.username;
  if (email !== before.email || isActive !== before.is_active) requireReauthentication(account);
  if (email !== before.email && (await findTakenValues(db, { email, username }, id)).length > 0)
    throw createEmailTakenRefusal(config.email);
  await changeAccount(context, before, {
    ...{ email, email_key: normalizeKey(email), username, username_key: normalizeKey(username) },
    ...{ full_name: fullName, is_active: isActive },
  });
}

/** Throws a TypeError if the rows are accounts: their unique keys, sessions and mails follow only `changeAccount`. */
export function refuseAccountTable({ table, resource }: Collection): void {
  if (table === ACCOUNTS) throw new TypeError(`${resource.name}: the API does not update accounts. Their calls do.`);
}

/** Deletes the account of a deleted record and ends its sessions. */
export async function deleteRecordAccount(context: WriteContext, id: string): Promise<void> {
  const config = getAccountsConfig(context.collection.resource);
  if (!config) return;
  requireReauthentication(context.account);
  const gone = await removeAccount(context, id, config.role);
  if (gone?.image) context.freedFiles.push(gone.image);
}

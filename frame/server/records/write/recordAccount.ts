import { randomBytes } from 'node:crypto';
import { getAccountsConfig } from '../../../config/accounts.ts';
import { isManager } from '../../../wire/roles.ts';
import {
  createAccount,
  deleteAccount,
  findAccountById,
  findTakenValues,
  normalizeKey,
} from '../../accounts/accountRows.ts';
import { saveEmailChange } from '../../accounts/emailChanges.ts';
import { endAccess } from '../../accounts/endAccess.ts';
import { hashPassword } from '../../accounts/passwordHash.ts';
import { requireOtherManager, updateAccount } from '../../accounts/profileRows.ts';
import { clearOutlives } from '../../accounts/sessionRows.ts';
import { HttpError } from '../../base/httpError.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { requireReauthentication } from '../../http/authenticate.ts';
import { createProfileEvent, createSessionsEvent } from '../../live/accountEvents.ts';
import { notifyByMail } from '../../outbox/securityMail.ts';
import type { Publish } from '../../outbox/transact.ts';
import type { OperationContext } from '../read/operationContext.ts';
import type { Collection } from '../schema/collection.ts';
import { type CollectionDb, toSchemaDb } from '../schema/collectionDb.ts';
import type { RecordValues } from '../schema/recordRow.ts';

// What a collection's records do as accounts (`accounts` in its config): each has an account of the same id, whose e-mail
// address, name and state are the record's. Whoever opens or closes a way into one proves again who they are.

const unusablePasswords = new Map<number, Promise<string>>();
/** The hash of a password that nobody knows: made once, as a hash takes its time and a transaction is under way. */
function getUnusablePassword(config: Pick<Config, 'argonMemoryKib'>): Promise<string> {
  const made =
    unusablePasswords.get(config.argonMemoryKib) ?? hashPassword(randomBytes(32).toString('base64url'), config);
  unusablePasswords.set(config.argonMemoryKib, made);
  return made;
}

/** The indexes that keep the addresses of accounts unique, as both databases name them in errors. */
const ACCOUNT_UNIQUE_INDEX = /accounts[._](email|username)/;

/** The refusal of an address that somebody else took at the same moment; undefined for any other error. */
export function toEmailTakenRefusal({ resource }: Collection, cause: unknown): HttpError | undefined {
  const { message = '', constraint = '' } = cause as { message?: string; constraint?: string };
  const config = getAccountsConfig(resource);
  return config && ACCOUNT_UNIQUE_INDEX.test(constraint || message) ? createEmailTakenRefusal(config.email) : undefined;
}

const createEmailTakenRefusal = (field: string) => HttpError.forField(field, 409, 'server.emailTaken');

async function refuseTakenEmail(db: Db, field: string, email: string, but?: string): Promise<void> {
  if ((await findTakenValues(db, { email, username: email }, but)).length > 0) throw createEmailTakenRefusal(field);
}

/** Makes the account of a new record, and invites its person by mail to set a password. */
export async function createRecordAccount(
  scene: OperationContext,
  db: CollectionDb,
  id: string,
  values: RecordValues,
): Promise<void> {
  const config = getAccountsConfig(scene.collection.resource);
  if (!config) return;
  requireReauthentication(scene.account);
  const accounts = toSchemaDb(db);
  const email = String(values[config.email]);
  await refuseTakenEmail(accounts, config.email, email);
  const row = await createAccount(accounts, {
    id,
    role: config.role,
    email,
    username: email,
    fullName: String(values[config.name]),
    passwordHash: await getUnusablePassword(scene.services.config),
    isActive: config.active === undefined || values[config.active] !== false,
  });
  await notifyByMail(accounts, scene.services, scene.request, row, 'accountMade');
}

/**
 * Brings the account of a record to what the record says now. A new address leads into the account: the old one is
 * notified, with a way back, and what leads into the account ends.
 */
export async function updateRecordAccount(
  scene: OperationContext,
  db: CollectionDb,
  publish: Publish,
  id: string,
  values: RecordValues,
) {
  const config = getAccountsConfig(scene.collection.resource);
  const accounts = toSchemaDb(db);
  const before = config && (await findAccountById(accounts, id));
  if (!config || !before) return;
  const { services, request, account: by } = scene;
  const email = String(values[config.email]);
  const fullName = String(values[config.name]);
  const isActive = config.active === undefined ? before.is_active : Number(values[config.active] !== false);
  const same = before.email === email && before.full_name === fullName && before.is_active === isActive;
  if (same) return;
  const username = before.username === before.email ? email : before.username;
  if (email !== before.email || isActive !== before.is_active) requireReauthentication(by);
  if (email !== before.email && (await findTakenValues(accounts, { email, username }, id)).length > 0)
    throw createEmailTakenRefusal(config.email);
  if (isActive !== before.is_active) await clearOutlives(accounts, id);
  if (isActive !== before.is_active && !isActive) {
    if (isManager(before.role)) await requireOtherManager(accounts, id, services.store.kind);
    await notifyByMail(accounts, services, request, before, 'deactivated');
  }
  const after = await updateAccount(accounts, before, {
    ...{ email, email_key: normalizeKey(email), username, username_key: normalizeKey(username) },
    ...{ full_name: fullName, is_active: isActive },
  });
  const moved = after.email_key !== before.email_key;
  if (moved)
    await notifyByMail(accounts, services, request, before, 'emailChanged', await saveEmailChange(accounts, before));
  if (moved || !isActive) {
    // Who moves their own address stays signed in where they do so.
    await endAccess(accounts, id, moved && isActive && by.id === id ? by.sessionId : undefined);
    publish(createSessionsEvent(id, 'delete'));
  }
  publish(createProfileEvent(id));
}

/** Deletes the account of a record that is deleted, and ends its sessions. */
export async function deleteRecordAccount(
  scene: OperationContext,
  db: CollectionDb,
  publish: Publish,
  id: string,
): Promise<void> {
  const config = getAccountsConfig(scene.collection.resource);
  if (!config) return;
  requireReauthentication(scene.account);
  const accounts = toSchemaDb(db);
  if (isManager(config.role)) await requireOtherManager(accounts, id, scene.services.store.kind);
  const gone = await deleteAccount(accounts, id, config.role);
  if (gone?.image) scene.freedFiles.push(gone.image);
  publish(createSessionsEvent(id, 'delete'));
}

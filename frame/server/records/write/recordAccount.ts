import { randomBytes } from 'node:crypto';
import { accountsOf } from '../../../config/accounts.ts';
import { manages } from '../../../wire/roles.ts';
import { accountById, createAccount, deleteAccount, keyOf, takenValues } from '../../accounts/accountRows.ts';
import { keepEmail } from '../../accounts/emailChanges.ts';
import { endAccess } from '../../accounts/endAccess.ts';
import { hashPassword } from '../../accounts/passwordHash.ts';
import { changeAccount, keepAManager } from '../../accounts/profileRows.ts';
import { letNoneOutlive } from '../../accounts/sessionRows.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { requireReauthentication } from '../../http/authenticate.ts';
import { profileEvent, sessionsEvent } from '../../live/events.ts';
import { notifyByMail } from '../../outbox/securityMail.ts';
import type { Publish } from '../../outbox/transact.ts';
import type { Scene } from '../read/operationContext.ts';
import type { Collection } from '../schema/collection.ts';
import { type CollectionDb, schemaDb } from '../schema/collectionDb.ts';
import type { Values } from '../schema/recordRow.ts';

// What a collection's records do as accounts (`accounts` in its config): each has an account of the same id, whose e-mail
// address, name and state are the record's. Whoever opens or closes a way into one proves again who they are.

const unguessable = new Map<number, Promise<string>>();
/** The hash of a password that nobody knows: made once, as a hash takes its time and a transaction is under way. */
function nobodys(config: Pick<Config, 'argonMemory'>): Promise<string> {
  const made = unguessable.get(config.argonMemory) ?? hashPassword(randomBytes(32).toString('base64url'), config);
  unguessable.set(config.argonMemory, made);
  return made;
}

/** The indexes that keep the addresses of accounts unique, as both databases name them in errors. */
const TAKEN = /accounts[._](email|username)/;

/** The refusal of an address that somebody else took at the same moment; undefined for any other error. */
export function accountTaken({ resource }: Collection, cause: unknown): Refusal | undefined {
  const { message = '', constraint = '' } = cause as { message?: string; constraint?: string };
  const config = accountsOf(resource);
  return config && TAKEN.test(constraint || message) ? emailTaken(config.email) : undefined;
}

const emailTaken = (field: string) => Refusal.at(field, 409, 'server.emailTaken');

async function refuseTaken(db: Db, field: string, email: string, but?: string): Promise<void> {
  if ((await takenValues(db, { email, username: email }, but)).length > 0) throw emailTaken(field);
}

/** Makes the account of a new record, and invites its person by mail to set a password. */
export async function makeAccount(scene: Scene, db: CollectionDb, id: string, values: Values): Promise<void> {
  const config = accountsOf(scene.collection.resource);
  if (!config) return;
  requireReauthentication(scene.account);
  const accounts = schemaDb(db);
  const email = String(values[config.email]);
  await refuseTaken(accounts, config.email, email);
  const row = await createAccount(accounts, {
    id,
    role: config.role,
    email,
    username: email,
    fullName: String(values[config.name]),
    passwordHash: await nobodys(scene.services.config),
    isActive: config.active === undefined || values[config.active] !== false,
  });
  await notifyByMail(accounts, scene.services, scene.request, row, 'accountMade');
}

/**
 * Brings the account of a record to what the record says now. A new address leads into the account: the old one is
 * notified, with a way back, and what leads into the account ends.
 */
export async function changeAccountOf(scene: Scene, db: CollectionDb, publish: Publish, id: string, values: Values) {
  const config = accountsOf(scene.collection.resource);
  const accounts = schemaDb(db);
  const before = config && (await accountById(accounts, id));
  if (!config || !before) return;
  const { services, request, account: by } = scene;
  const email = String(values[config.email]);
  const fullName = String(values[config.name]);
  const isActive = config.active === undefined ? before.is_active : Number(values[config.active] !== false);
  const same = before.email === email && before.full_name === fullName && before.is_active === isActive;
  if (same) return;
  const username = before.username === before.email ? email : before.username;
  if (email !== before.email || isActive !== before.is_active) requireReauthentication(by);
  if (email !== before.email && (await takenValues(accounts, { email, username }, id)).length > 0)
    throw emailTaken(config.email);
  if (isActive !== before.is_active) await letNoneOutlive(accounts, id);
  if (isActive !== before.is_active && !isActive) {
    if (manages(before.role)) await keepAManager(accounts, id, services.store.kind);
    await notifyByMail(accounts, services, request, before, 'deactivated');
  }
  const after = await changeAccount(accounts, before, {
    ...{ email, email_key: keyOf(email), username, username_key: keyOf(username) },
    ...{ full_name: fullName, is_active: isActive },
  });
  const moved = after.email_key !== before.email_key;
  if (moved) await notifyByMail(accounts, services, request, before, 'emailChanged', await keepEmail(accounts, before));
  if (moved || !isActive) {
    // Who moves their own address stays signed in where they do so.
    await endAccess(accounts, id, moved && isActive && by.id === id ? by.sessionId : undefined);
    publish(sessionsEvent(id, 'delete'));
  }
  publish(profileEvent(id));
}

/** Deletes the account of a record that is deleted, and ends its sessions. */
export async function dropAccount(scene: Scene, db: CollectionDb, publish: Publish, id: string): Promise<void> {
  const config = accountsOf(scene.collection.resource);
  if (!config) return;
  requireReauthentication(scene.account);
  const accounts = schemaDb(db);
  if (manages(config.role)) await keepAManager(accounts, id, scene.services.store.kind);
  const gone = await deleteAccount(accounts, id, config.role);
  if (gone?.image) scene.freed.push(gone.image);
  publish(sessionsEvent(id, 'delete'));
}

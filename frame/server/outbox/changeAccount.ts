import type { FastifyRequest } from 'fastify';
import type { Role } from '../../wire/roles.ts';
import { addKeys, deleteAccount } from '../accounts/accountRows.ts';
import { saveEmailChange } from '../accounts/emailChanges.ts';
import { endAccess } from '../accounts/endAccess.ts';
import { requireOtherManager, updateAccount } from '../accounts/profileRows.ts';
import { clearOutlives } from '../accounts/sessionRows.ts';
import type { Account } from '../base/requestAccount.ts';
import type { AccountRow, Db } from '../db/databaseSchema.ts';
import { createProfileEvent, createSessionsEvent } from '../live/accountEvents.ts';
import type { Services } from '../services.ts';
import { notifyByMail } from './securityMail.ts';
import type { Publish } from './transact.ts';

/** The transaction of an account's change, and its author. */
interface AccountChange {
  db: Db;
  publish: Publish;
  services: Pick<Services, 'app' | 'config' | 'store'>;
  account: Pick<Account, 'id' | 'sessionId'>;
  request?: FastifyRequest | undefined;
}

/**
 * Updates columns of an account with their keys and returns the new row. A new e-mail address ends access to the
 * account, except the author's session; the former address is notified and can undo it. `is_active: 0` ends all access
 * and notifies the person. Throws an HttpError (409) for the last active manager. Checks neither rights nor taken values.
 */
export async function changeAccount(
  { db, publish, services, account, request }: AccountChange,
  before: AccountRow,
  columns: Readonly<Record<string, unknown>>,
): Promise<AccountRow> {
  const { id, role } = before;
  const closes = columns.is_active === 0;
  if (closes && before.is_active === 1) {
    if (services.app.roles.isManager(role))
      await requireOtherManager({ db, app: services.app }, id, services.store.kind);
    await notifyByMail(db, services, request, before, 'deactivated');
  }
  if (columns.is_active !== undefined) await clearOutlives(db, id);
  const after = await updateAccount(db, before, addKeys(services.app, role, columns, before));
  const hasMoved = after.email_key !== before.email_key;
  if (hasMoved) await notifyByMail(db, services, request, before, 'emailChanged', await saveEmailChange(db, before));
  if (hasMoved || closes) {
    await endAccess({ db, app: services.app }, id, id === account.id && !closes ? account.sessionId : undefined);
    publish(createSessionsEvent(id, 'delete'));
  }
  publish(createProfileEvent(id));
  return after;
}

/**
 * Deletes an account of this role and ends its sessions. Returns the former row, whose files the caller discards;
 * undefined if there is none. Throws an HttpError (409) for the last active manager.
 */
export async function removeAccount(
  { db, publish, services }: Omit<AccountChange, 'account'>,
  id: string,
  role: Role,
): Promise<AccountRow | undefined> {
  if (services.app.roles.isManager(role)) await requireOtherManager({ db, app: services.app }, id, services.store.kind);
  const account = await deleteAccount({ db, app: services.app }, id, role);
  if (account) publish(createSessionsEvent(id, 'delete'));
  return account;
}

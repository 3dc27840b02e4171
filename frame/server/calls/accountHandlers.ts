import { findOwnRecordResource } from '../../config/app/accounts.ts';
import type { profileCall, WireProfile } from '../../wire/calls/profileCalls.ts';
import { getRoleProfile } from '../../wire/profileRules.ts';
import { findAccountById, rejectTakenValues, toTakenAccountRefusal } from '../accounts/accountRows.ts';
import { hashNewPassword } from '../accounts/passwordRule.ts';
import type { ProfileUpdate } from '../accounts/profileRows.ts';
import {
  type AccountSettings,
  toggleActive,
  toggleNotifications,
  toProfileColumns,
  updatePassword,
} from '../accounts/profileRows.ts';
import { unauthorized } from '../base/httpError.ts';
import { getServerTexts } from '../base/serverTexts.ts';
import type { AccountRow } from '../db/databaseSchema.ts';
import type { UrlReader } from '../files/fileUrls.ts';
import { requireReauthentication } from '../http/authenticate.ts';
import type { Account, CallHandler } from '../http/callHandler.ts';
import { parseOrReject } from '../http/validate.ts';
import { createProfileEvent, createSessionsEvent } from '../live/accountEvents.ts';
import { changeAccount } from '../outbox/changeAccount.ts';
import { notifyByMail, notifyPersonByMail } from '../outbox/securityMail.ts';
import { transact } from '../outbox/transact.ts';
import { syncAccountRecord } from '../records/operations/syncAccountRecord.ts';
import type { Services } from '../services.ts';
import type { SomeFrameHandlers } from './frameHandlers.ts';
import { checkPassword } from './reauthenticate.ts';

async function findOwnAccount({ db }: Pick<Services, 'db'>, { id }: Account): Promise<AccountRow> {
  const row = await findAccountById(db, id);
  if (!row) throw unauthorized();
  return row;
}

/** Converts an account to its API format, without the password. */
export function accountToWire(row: AccountRow, { app, files }: Pick<Services, 'app' | 'files'>, reader: UrlReader) {
  const resource = app.accounts?.getResource?.(row.role) ?? 'profile';
  return {
    _id: row.id,
    fullName: row.full_name,
    image: row.image && files.createUrl({ path: row.image }, { resource, id: row.id, as: 'photos' }, reader),
    email: row.email,
    contactNumber: row.contact_number,
    address: row.address,
    username: row.username,
    role: row.role,
    isActive: row.is_active === 1,
    isNotification: row.is_notification === 1,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

const profileToWire = (row: AccountRow, services: Services, reader: UrlReader): WireProfile => ({
  ...accountToWire(row, services, reader),
  ...services.app.accounts?.toWire?.(row),
});

/** Handles the profile call of every role. */
export const getOwnProfile: CallHandler<ReturnType<typeof profileCall>> = async ({ account }, services) => ({
  data: profileToWire(await findOwnAccount(services, account), services, account),
});

function parseProfileChange(
  { app, resources }: Services,
  { role }: Account,
  values: Readonly<Record<string, string | undefined>>,
): ProfileUpdate {
  const parsed = app.accounts?.profile?.parse?.(role, values) ?? values;
  return parseOrReject(
    getRoleProfile(app.profiles ?? {}, role, findOwnRecordResource(resources, role) !== undefined).storedRules,
    parsed,
  ) as ProfileUpdate;
}

function toToggleReply(setting: string, language: string | undefined, data: AccountSettings) {
  return { message: 'toasts.toggled', args: { setting: getServerTexts(language).translate(setting) }, data };
}

export const accountHandlers = {
  async updateProfile(calling, services) {
    const { account, body, files, request, note } = calling;
    const change = { ...parseProfileChange(services, account, body), image: files.image[0]?.path };
    const parts = services.app.accounts?.profile;
    const unique = { email: change.email, username: change.username };
    const claims = await parts?.claims?.(services, account, change);
    const { before, after } = await transact(services, async (db, publish) => {
      const before = await findOwnAccount({ db }, account);
      // E-mail and username both sign in.
      if (change.email !== before.email || change.username !== before.username) requireReauthentication(account);
      await rejectTakenValues({ db, app: services.app }, { ...unique, ...claims }, account.id);
      const columns = { ...toProfileColumns(change), ...parts?.columns?.(before, change) };
      const after = await changeAccount({ services, account, request, db, publish }, before, columns);
      await syncAccountRecord(services, calling, db, publish, after);
      await parts?.changed?.({ db, publish, services, before, after });
      await note(db, { recordId: account.id });
      return { before, after };
    }).catch((cause) => {
      throw toTakenAccountRefusal(services.app, cause);
    });
    if (change.image && before.image) await services.files.discard([before.image]);
    return { message: 'toasts.profileUpdated', data: profileToWire(after, services, account) };
  },

  async changePassword({ account, body, request, note }, services) {
    const wrong = { field: 'oldPassword', message: 'server.wrongPassword' };
    await checkPassword(services, account, body.oldPassword, wrong);
    const owner = await findOwnAccount(services, account);
    const passwordHash = await hashNewPassword(body.newPassword, owner, services.config, 'newPassword');
    await transact(services, async (trx, publish) => {
      await updatePassword({ db: trx, app: services.app }, account.id, passwordHash, account.sessionId);
      await notifyByMail(trx, services, request, owner, 'passwordChanged');
      publish(createSessionsEvent(account.id, 'delete'));
      await note(trx, { recordId: account.id, fields: ['newPassword'] });
    });
    return { message: 'toasts.passwordChanged', data: null };
  },

  async toggleNotification({ account, request, note }, services) {
    const settings = await transact(services, async (trx, publish) => {
      const toggled = await toggleNotifications(trx, account.id);
      publish(createProfileEvent(account.id));
      await note(trx, { recordId: account.id, fields: ['isNotification'] });
      return toggled;
    });
    return toToggleReply('settings.notifications', request.headers['accept-language'], settings);
  },

  async toggleAccount(calling, services) {
    const { account, request, note } = calling;
    const settings = await transact(services, async (trx, publish) => {
      const toggled = await toggleActive({ db: trx, app: services.app }, account, services.store.kind);
      if (!toggled.isActive) await notifyPersonByMail(trx, services, request, account.id, 'deactivated');
      await syncAccountRecord(services, calling, trx, publish, await findOwnAccount({ db: trx }, account));
      publish(createProfileEvent(account.id), createSessionsEvent(account.id, 'delete'));
      await note(trx, { recordId: account.id, fields: ['isActive'] });
      return toggled;
    });
    return toToggleReply('settings.activate', request.headers['accept-language'], settings);
  },
} satisfies SomeFrameHandlers;

import { ownResource } from '../../config/accounts.ts';
import type { accountCalls, profileCall, WireProfile } from '../../wire/account.ts';
import { roleProfile } from '../../wire/profileRules.ts';
import { accountById } from '../accounts/accountRows.ts';
import { keepEmail } from '../accounts/emailChanges.ts';
import { endAccess } from '../accounts/endAccess.ts';
import { newPasswordHash } from '../accounts/passwordRule.ts';
import type { ProfileChange } from '../accounts/profileRows.ts';
import {
  changeAccount,
  changePassword,
  profileColumns,
  type Settings,
  toggleActive,
  toggleNotifications,
} from '../accounts/profileRows.ts';
import { unauthorized } from '../base/refusal.ts';
import { translateServer } from '../base/texts.ts';
import type { AccountRow } from '../db/databaseSchema.ts';
import type { Reader } from '../files/addresses.ts';
import { requireReauthentication } from '../http/authenticate.ts';
import type { Account, HandlerOf } from '../http/handler.ts';
import { check } from '../http/validate.ts';
import { profileEvent, sessionsEvent } from '../live/events.ts';
import { notifyByMail, notifyPersonByMail } from '../outbox/securityMail.ts';
import { transact } from '../outbox/transact.ts';
import { serverParts } from '../parts.ts';
import { savePushToken } from '../push/pushTokens.ts';
import { syncAccount } from '../records/operations/syncAccountRecord.ts';
import type { Services } from '../services.ts';
import type { Handlers } from './handler.ts';
import { checkPassword } from './reauthenticate.ts';
import { refuseTaken } from './taken.ts';

async function own({ db }: Pick<Services, 'db'>, { id }: Account): Promise<AccountRow> {
  const row = await accountById(db, id);
  if (!row) throw unauthorized();
  return row;
}

/** An account as the wire has it; never its password. */
export function accountToWire(row: AccountRow, { files }: Pick<Services, 'files'>, reader: Reader) {
  const resource = serverParts().accounts?.resourceOf?.(row.role) ?? 'profile';
  return {
    _id: row.id,
    fullName: row.full_name,
    image: row.image && files.urlOf({ path: row.image }, { resource, id: row.id, as: 'photos' }, reader),
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

/** The same with what the app's accounts have besides. */
const profileToWire = (row: AccountRow, services: Services, reader: Reader): WireProfile => ({
  ...accountToWire(row, services, reader),
  ...serverParts().accounts?.toWire?.(row),
});

/** Gives a person's own profile, whatever their role. */
export const ownProfile: HandlerOf<ReturnType<typeof profileCall>> = async ({ account }, services) => ({
  data: profileToWire(await own(services, account), services, account),
});

/** What of a form is this role's to change, checked by the rules of that role. */
function changeOf(
  { resources }: Services,
  { role }: Account,
  values: Readonly<Record<string, string | undefined>>,
): ProfileChange {
  const parsed = serverParts().accounts?.profile?.parse?.(role, values) ?? values;
  return check(roleProfile(role, ownResource(resources, role) !== undefined).kept, parsed) as ProfileChange;
}

/** The events of a changed account: for its person, and for whom the app names. */
const changeEvents = ({ id, role }: Account) => [
  profileEvent(id),
  ...(serverParts().accounts?.events?.(id, role) ?? []),
];

function toggled(setting: string, language: string | undefined, data: Settings) {
  return { message: 'toasts.toggled', args: { setting: translateServer(language).translate(setting) }, data };
}

export const accountHandlers: Handlers<keyof typeof accountCalls> = {
  async updateProfile(calling, services) {
    const { account, body, files, request, note } = calling;
    const change = { ...changeOf(services, account, body), image: files.image[0]?.path };
    const parts = serverParts().accounts?.profile;
    const unique = { email: change.email, username: change.username };
    const claims = await parts?.claims?.(services, account, change);
    const update = transact(services, async (db, publish) => {
      const current = await own({ db }, account);
      // They lead into the account, by a forgotten password or a sign-in.
      if (change.email !== current.email || change.username !== current.username) requireReauthentication(account);
      await refuseTaken(db, { ...unique, ...claims }, account.id);
      const after = await changeAccount(db, current, {
        ...profileColumns(change),
        ...parts?.columns?.(current, change),
      });
      if (after.email_key !== current.email_key) {
        await endAccess(db, account.id, account.sessionId);
        await notifyByMail(db, services, request, current, 'emailChanged', await keepEmail(db, current));
        publish(sessionsEvent(account.id, 'delete'));
      }
      publish(...changeEvents(account));
      await syncAccount(services, calling, db, publish, after);
      await parts?.changed?.({ db, publish, services, before: current, after });
      await note(db, { recordId: account.id });
      return { before: current, after };
    });
    const { before, after } = await update.catch(async (cause: unknown) => {
      // Somebody else took a name at the same moment.
      await refuseTaken(services.db, unique, account.id);
      throw cause;
    });
    if (change.image && before.image) await services.files.discard([before.image]);
    return { message: 'toasts.profileUpdated', data: profileToWire(after, services, account) };
  },

  async changePassword({ account, body, request, note }, services) {
    const wrong = { field: 'oldPassword', message: 'server.wrongPassword' };
    await checkPassword(services, account, body.oldPassword, wrong);
    const owner = await own(services, account);
    const passwordHash = await newPasswordHash(body.newPassword, owner, services.config, 'newPassword');
    await transact(services, async (trx, publish) => {
      await changePassword(trx, account.id, passwordHash, account.sessionId);
      await notifyByMail(trx, services, request, owner, 'passwordChanged');
      publish(sessionsEvent(account.id, 'delete'));
      await note(trx, { recordId: account.id, fields: ['newPassword'] });
    });
    return { message: 'toasts.passwordChanged', data: null };
  },

  async toggleNotification({ account, request, note }, services) {
    const settings = await transact(services, async (trx, publish) => {
      const toggled = await toggleNotifications(trx, account.id);
      publish(profileEvent(account.id));
      await note(trx, { recordId: account.id, fields: ['isNotification'] });
      return toggled;
    });
    return toggled('settings.notifications', request.headers['accept-language'], settings);
  },

  async toggleAccount(calling, services) {
    const { account, request, note } = calling;
    const settings = await transact(services, async (trx, publish) => {
      const toggled = await toggleActive(trx, account, services.store.kind);
      if (!toggled.isActive) await notifyPersonByMail(trx, services, request, account.id, 'deactivated');
      await syncAccount(services, calling, trx, publish, await own({ db: trx }, account));
      publish(...changeEvents(account), sessionsEvent(account.id, 'delete'));
      await note(trx, { recordId: account.id, fields: ['isActive'] });
      return toggled;
    });
    return toggled('settings.activate', request.headers['accept-language'], settings);
  },

  async generateFcm({ account, body }, { db }) {
    await savePushToken(db, account.id, body.fcmToken);
    return { data: null };
  },
};

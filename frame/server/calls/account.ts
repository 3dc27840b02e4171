import { ownerOf } from '../../../server/calls/appointmentWire.ts';
import { nameAsked, tellAdmins } from '../../../server/calls/laboratoryNames.ts';
import { personToWire, refuseTaken } from '../../../server/calls/people.ts';
import { appointmentsTold, personTold } from '../../../server/calls/told.ts';
import { partnersOf } from '../../../server/store/appointments.ts';
import {
  changePassword,
  changeProfile,
  type Settings,
  toggleActive,
  toggleNotifications,
} from '../../../server/store/profiles.ts';
import { wireTimingsRule } from '../../../src/wire/laboratories.ts';
import { keptProfileRules } from '../../wire/account.ts';
import { fromWireTimings, toWireTimings } from '../../wire/timings.ts';
import { asList, asObject } from '../../wire/values.ts';
import { requireReauthentication } from '../http/authenticate.ts';
import type { Account } from '../http/handler.ts';
import { Refusal, unauthorized } from '../http/refusal.ts';
import { translateServer } from '../http/texts.ts';
import { check } from '../http/validate.ts';
import { tellByMail, tellPersonByMail } from '../outbox/securityMail.ts';
import { transact } from '../outbox/transact.ts';
import { newPasswordHash } from '../passwordRule.ts';
import type { Services } from '../services.ts';
import { endAccess } from '../store/access.ts';
import { accountById } from '../store/accounts.ts';
import { keepEmail } from '../store/emailChanges.ts';
import { savePushToken } from '../store/push.ts';
import type { AccountRow } from '../store/schema.ts';
import type { Handlers } from './handler.ts';
import { checkPassword } from './reauthenticate.ts';
import { profileTold, sessionsTold } from './told.ts';

type Names =
  | 'adminProfile'
  | 'employeeProfile'
  | 'laboratoryProfile'
  | 'updateProfile'
  | 'changePassword'
  | 'toggleNotification'
  | 'toggleAccount'
  | 'generateFcm';

async function own({ db }: Pick<Services, 'db'>, { id }: Account): Promise<AccountRow> {
  const row = await accountById(db, id);
  if (!row) throw unauthorized();
  return row;
}

const profile = async ({ account }: { account: Account }, services: Services) => ({
  data: personToWire(await own(services, account), services, account),
});

/** The text a laboratory's week comes as (spec 7): JSON of the wire's timings; a day without times is off. */
function openDays(text: string) {
  let week: unknown;
  try {
    week = JSON.parse(text);
  } catch {
    throw Refusal.at('timings', 400, 'validation.invalid');
  }
  if (!Array.isArray(week)) throw Refusal.at('timings', 400, 'validation.invalid');
  const open = week.filter((one) => asList<unknown>(asObject(one).time).some((time) => time !== null && time !== ''));
  if (open.length > 0) check(wireTimingsRule, open, 'timings');
  return toWireTimings(fromWireTimings(open));
}

/** What of a form is this role's to change, checked by the rules of that role. */
function changeOf({ role }: Account, { timings, ...values }: Record<string, string | undefined>) {
  if (role === 'admin') return check(keptProfileRules.admin, values);
  if (role === 'employee') return check(keptProfileRules.employee, values);
  return check(keptProfileRules.laboratory, { ...values, timings: timings && openDays(timings) });
}

function toggled(setting: string, language: string | undefined, data: Settings) {
  return { message: 'toasts.toggled', args: { setting: translateServer(language).translate(setting) }, data };
}

export const accountHandlers: Handlers<Names> = {
  adminProfile: profile,
  employeeProfile: profile,
  laboratoryProfile: profile,

  async updateProfile({ account, body, files, request, note }, services) {
    const change = changeOf(account, body);
    const image = files.image[0]?.path;
    const unique = { email: change.email, username: change.username };
    const asked = await nameAsked(services, account, change.fullName);
    const update = transact(services, async (db, tell) => {
      const current = await own({ db }, account);
      // They lead into the account, by a forgotten password or a sign-in.
      if (change.email !== current.email || change.username !== current.username) requireReauthentication(account);
      await refuseTaken(db, { ...unique, laboratoryName: asked }, account.id);
      const after = await changeProfile(db, current, { ...change, image });
      if (after.email_key !== current.email_key) {
        await endAccess(db, account.id, account.sessionId);
        await tellByMail(db, services, request, current, 'emailChanged', await keepEmail(db, current));
        tell(sessionsTold(account.id, 'delete'));
      }
      if (asked && asked !== current.requested_name) await tellAdmins(db, tell, services, after);
      tell(profileTold(account.id), ...personTold(account.id, account.role, 'change'));
      // Appointments tell the names of both.
      const owner = ownerOf(account);
      if (owner && after.full_name !== current.full_name)
        tell(appointmentsTold([account.id, ...(await partnersOf(db, owner))]));
      await note(db, { recordId: account.id });
      return { before: current, after };
    });
    const { before, after } = await update.catch(async (cause: unknown) => {
      // Somebody else took a name at the same moment.
      await refuseTaken(services.db, unique, account.id);
      throw cause;
    });
    if (image && before.image) await services.files.discard([before.image]);
    return { message: 'toasts.profileUpdated', data: personToWire(after, services, account) };
  },

  async changePassword({ account, body, request, note }, services) {
    const wrong = { field: 'oldPassword', message: 'server.wrongPassword' };
    await checkPassword(services, account, body.oldPassword, wrong);
    const owner = await own(services, account);
    const passwordHash = await newPasswordHash(body.newPassword, owner, services.config, 'newPassword');
    await transact(services, async (trx, tell) => {
      await changePassword(trx, account.id, passwordHash, account.sessionId);
      await tellByMail(trx, services, request, owner, 'passwordChanged');
      tell(sessionsTold(account.id, 'delete'));
      await note(trx, { recordId: account.id, fields: ['newPassword'] });
    });
    return { message: 'toasts.passwordChanged', data: null };
  },

  async toggleNotification({ account, request, note }, services) {
    const settings = await transact(services, async (trx, tell) => {
      const toggled = await toggleNotifications(trx, account.id);
      tell(profileTold(account.id));
      await note(trx, { recordId: account.id, fields: ['isNotification'] });
      return toggled;
    });
    return toggled('settings.notifications', request.headers['accept-language'], settings);
  },

  async toggleAccount({ account, request, note }, services) {
    const settings = await transact(services, async (trx, tell) => {
      const toggled = await toggleActive(trx, account, services.store.kind);
      if (!toggled.isActive) {
        requireReauthentication(account);
        await tellPersonByMail(trx, services, request, account.id, 'deactivated');
      }
      tell(profileTold(account.id), ...personTold(account.id, account.role, 'change'));
      tell(sessionsTold(account.id, 'delete'));
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

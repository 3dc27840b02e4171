import { rejectTakenValues } from 'portal-frame/internal/records';
import {
  addNotifications,
  addPushMessages,
  createNotificationsEvent,
  createProfileEvent,
  getServerTexts,
  HttpError,
  notFound,
  type Publish,
  type Services,
  transact,
} from 'portal-frame/server';
import { countAttempt, findAccountById, findAccountsByRole } from 'portal-frame/server/accounts';
import type { AccountRow, Db } from 'portal-frame/server/database';
import { createAppointmentsEvent, createPersonEvents } from '../outbox/liveChanges.ts';
import { partnersOf } from '../store/appointments.ts';
import { decideName } from '../store/profiles.ts';
import type { Handlers, Input } from './handler.ts';
import { personToWire } from './people.ts';

/** Returns the new name that a laboratory requests; undefined if it is unchanged. Limits the number of requests. */
export async function nameAsked(
  { db }: Services,
  { id, role }: Pick<AccountRow, 'id' | 'role'>,
  fullName: string,
): Promise<string | undefined> {
  if (role !== 'laboratory') return undefined;
  const account = await findAccountById(db, id);
  if (!account || account.full_name === fullName) return undefined;
  await rejectTakenValues(db, { laboratoryName: fullName }, id);
  if (account.requested_name !== fullName) await countAttempt(db, [{ key: `name of ${id}`, freeAttempts: 5 }]);
  return fullName;
}

type NameNotice = 'nameRequested' | 'nameApproved' | 'nameRefused';

async function notifyOfName(
  db: Db,
  publish: Publish,
  services: Services,
  kind: NameNotice,
  recipients: readonly string[],
  { id, full_name, requested_name }: Pick<AccountRow, 'id' | 'full_name' | 'requested_name'>,
): Promise<void> {
  const { translate } = getServerTexts();
  const args = { laboratory: full_name, name: requested_name ?? '' };
  const [title, body] = [translate(`notices.${kind}.title`), translate(`notices.${kind}.body`, args)];
  const about = kind === 'nameRequested' ? { about: { resource: 'laboratories', id } } : {};
  await addNotifications(db, recipients, { title, body, ...about });
  publish(createNotificationsEvent(recipients, 'create'));
  await addPushMessages(db, services, recipients, { title, body });
}

/** Notifies the admins of a requested name. Call in the transaction that stores the request. */
export async function notifyAdmins(
  db: Db,
  publish: Publish,
  services: Services,
  laboratory: AccountRow,
): Promise<void> {
  const admins = await findAccountsByRole(db, 'admin');
  const ids = admins.map((admin) => admin.id);
  await notifyOfName(db, publish, services, 'nameRequested', ids, laboratory);
}

type Decision = Input<'approveName' | 'refuseName'>;

/** Decides on the name that the admin saw, and notifies the laboratory. */
async function decide(
  { params: { id }, body, account, note }: Decision,
  services: Services,
  decision: 'approve' | 'refuse',
) {
  const approved = decision === 'approve';
  const refuseOthers = (db: Db) =>
    approved ? rejectTakenValues(db, { laboratoryName: body.fullName }, id) : undefined;
  const decided = transact(services, async (db, publish) => {
    const before = await findAccountById(db, id);
    if (before?.role !== 'laboratory') throw notFound();
    await refuseOthers(db);
    const row = await decideName(db, id, body.fullName, approved);
    if (!row) throw new HttpError(409, 'server.nameDecided');
    await notifyOfName(db, publish, services, approved ? 'nameApproved' : 'nameRefused', [id], {
      ...before,
      requested_name: body.fullName,
    });
    publish(createProfileEvent(id), ...createPersonEvents(id, 'laboratory', 'change'));
    // Appointments show its name.
    if (approved) publish(createAppointmentsEvent([id, ...(await partnersOf(db, { column: 'laboratory_id', id }))]));
    await note(db);
    return row;
  });
  const row = await decided.catch(async (cause: unknown) => {
    // Another laboratory took the name at the same time.
    await refuseOthers(services.db);
    throw cause;
  });
  const message = approved ? 'toasts.nameApproved' : 'toasts.nameRefused';
  return { message, data: personToWire(row, services, account) };
}

export const laboratoryNameHandlers: Handlers<'approveName' | 'refuseName'> = {
  approveName: (input, services) => decide(input, services, 'approve'),
  refuseName: (input, services) => decide(input, services, 'refuse'),
};

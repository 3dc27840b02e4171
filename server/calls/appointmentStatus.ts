import { type Publish, type Services, transact } from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import type { SKIP_REASONS } from '../../src/wire/dispatchApi.ts';
import { notify } from '../outbox/appointmentNotices.ts';
import { createAppointmentEvent, createTransactionEvent } from '../outbox/liveChanges.ts';
import { appointmentById, setStatus } from '../store/appointments.ts';
import type { AppointmentRow, AppointmentStatus } from '../store/schema.ts';
import { settleTransaction } from '../store/transactions.ts';
import type { Handler } from './handler.ts';

/** Sets an appointment's status with its payment, and notifies people; undefined if it is gone. */
export async function changeStatus(
  [db, publish]: [Db, Publish],
  services: Services,
  before: AppointmentRow | undefined,
  status: AppointmentStatus,
  byReport = false,
): Promise<AppointmentRow | undefined> {
  const row = before && (await setStatus(db, before.id, status, byReport));
  if (!row) return undefined;
  await settleTransaction(db, row.id, status);
  if (before.status !== row.status) await notify(db, publish, services, 'status', row);
  publish(createAppointmentEvent(row, 'change'), createTransactionEvent('change'));
  return row;
}

/** Sets the status of many appointments in one transaction. Skips those that have changed. */
export const setStatusMany: Handler<'setStatusMany'> = async ({ body, note }, services) =>
  transact(services, async (db, publish) => {
    const left: { _id: string; why: (typeof SKIP_REASONS)[number] }[] = [];
    const changed: { _id: string; version: number }[] = [];
    for (const { _id, status, version } of body.appointments) {
      const before = await appointmentById(db, _id);
      const stale = version !== undefined && version !== before?.version;
      const why = !before ? 'gone' : stale ? 'changed' : before.status === status ? 'same' : null;
      const row = why ? undefined : await changeStatus([db, publish], services, before, status);
      if (row) changed.push({ _id, version: row.version });
      else left.push({ _id, why: why ?? 'gone' });
    }
    await note(db, { recordIds: changed.map(({ _id }) => _id), fields: ['status'] });
    return { message: 'toasts.statusUpdated', data: { changed, left } };
  });

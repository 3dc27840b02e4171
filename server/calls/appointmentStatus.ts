import { type TransactionContext, transaction } from 'portal-frame/server';
import type { SKIP_REASONS } from '../../src/wire/dispatchApi.ts';
import { notify } from '../outbox/appointmentNotices.ts';
import { createAppointmentEvent } from '../outbox/liveChanges.ts';
import { appointmentById, setStatus } from '../store/appointments.ts';
import type { AppointmentRow, AppointmentStatus } from '../store/schema.ts';
import type { Handler } from './handler.ts';
import { type ChangedAppointment, updatePayments } from './visitPayments.ts';

interface StatusChange {
  before: AppointmentRow;
  status: AppointmentStatus;
  byReport?: boolean;
}

/** Sets an appointment's status and notifies people; undefined if it is gone. */
async function writeStatus(tx: TransactionContext, { before, status, byReport = false }: StatusChange) {
  const { db, publish, services } = tx;
  const row = await setStatus(db, before.id, status, byReport);
  if (!row) return undefined;
  if (before.status !== row.status) await notify(db, publish, services, 'status', row);
  publish(createAppointmentEvent(row, 'change'));
  return row;
}

/** Sets an appointment's status, updates its payments and notifies people; undefined if it is gone. */
export async function changeStatus(tx: TransactionContext, change: StatusChange): Promise<AppointmentRow | undefined> {
  const row = await writeStatus(tx, change);
  if (row) await updatePayments(tx, [{ before: change.before, now: row }]);
  return row;
}

/** Sets the status of many appointments in one transaction. Skips those gone, changed, or already of that status. */
export const setStatusMany: Handler<'setStatusMany'> = async (calling, services) =>
  transaction({ ...calling, services }, async (tx) => {
    const left: { _id: string; why: (typeof SKIP_REASONS)[number] }[] = [];
    const changed: ChangedAppointment[] = [];
    for (const { _id, status, version } of calling.body.appointments) {
      const before = await appointmentById(tx.db, _id);
      const stale = version !== undefined && version !== before?.version;
      const why = !before ? 'gone' : stale ? 'changed' : before.status === status ? 'same' : null;
      const row = before && !why ? await writeStatus(tx, { before, status }) : undefined;
      if (before && row) changed.push({ before, now: row });
      else left.push({ _id, why: why ?? 'gone' });
    }
    await updatePayments(tx, changed);
    const written = changed.map(({ now: { id, version } }) => ({ _id: id, version }));
    await tx.note(tx.db, { recordIds: written.map(({ _id }) => _id), fields: ['status'], nested: [] });
    return { message: 'toasts.statusUpdated', data: { changed: written, left } };
  });

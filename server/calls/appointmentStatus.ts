import { type TransactionContext, transaction } from 'portal-frame/server';
import type { SKIP_REASONS } from '../../src/wire/dispatchApi.ts';
import { notify } from '../outbox/appointmentNotices.ts';
import { createAppointmentEvent } from '../outbox/liveChanges.ts';
import { appointmentById, setStatus } from '../store/appointments.ts';
import type { AppointmentRow, AppointmentStatus } from '../store/schema.ts';
import type { Handler } from './handler.ts';
import { updatePayments } from './visitPayments.ts';

/** Sets an appointment's status with its payment, and notifies people; undefined if it is gone. */
export async function changeStatus(
  tx: TransactionContext,
  before: AppointmentRow | undefined,
  status: AppointmentStatus,
  byReport = false,
): Promise<AppointmentRow | undefined> {
  const { db, publish, services } = tx;
  const row = before && (await setStatus(db, before.id, status, byReport));
  if (!row) return undefined;
  await updatePayments(tx, before, row);
  if (before.status !== row.status) await notify(db, publish, services, 'status', row);
  publish(createAppointmentEvent(row, 'change'));
  return row;
}

/** Sets the status of many appointments in one transaction. Skips those that have changed. */
export const setStatusMany: Handler<'setStatusMany'> = async (calling, services) =>
  transaction({ ...calling, services }, async (tx) => {
    const left: { _id: string; why: (typeof SKIP_REASONS)[number] }[] = [];
    const changed: { _id: string; version: number }[] = [];
    for (const { _id, status, version } of calling.body.appointments) {
      const before = await appointmentById(tx.db, _id);
      const stale = version !== undefined && version !== before?.version;
      const why = !before ? 'gone' : stale ? 'changed' : before.status === status ? 'same' : null;
      const row = why ? undefined : await changeStatus(tx, before, status);
      if (row) changed.push({ _id, version: row.version });
      else left.push({ _id, why: why ?? 'gone' });
    }
    await tx.note(tx.db, { recordIds: changed.map(({ _id }) => _id), fields: ['status'], nested: [] });
    return { message: 'toasts.statusUpdated', data: { changed, left } };
  });

import { type CallHandler, records, type TransactionContext, transaction, trustedContext } from 'portal-frame/server';
import type { AppointmentValues } from '../../../server/calls/appointmentChanges.ts';
import { refuseUntilConfirmed } from '../../../server/calls/booking.ts';
import { findSameVisits, holdSameVisits } from '../../../server/calls/sameVisits.ts';
import type { ChangedAppointment } from '../../../server/calls/visitPayments.ts';
import { lockAppointments, toAppointmentColumns } from '../../../server/store/appointments.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import type { dispatchCalls, SKIP_REASONS } from '../wire/dispatchApi.ts';

type SkipReason = (typeof SKIP_REASONS)[number];

/** Changes appointments as `toUpdate` says, except those gone, those changed since, and those that it gives a reason for. */
export async function changeEach<R extends { _id: string; version?: number | undefined }>(
  tx: TransactionContext,
  requests: readonly R[],
  toUpdate: (before: AppointmentRow, request: R) => AppointmentValues | SkipReason,
) {
  const { db, services } = tx;
  const api = records(trustedContext(tx));
  const ids = requests.map(({ _id }) => _id);
  const rows = new Map((await lockAppointments(db, ids, services.store.kind)).map((row) => [row.id, row]));
  const left: { _id: string; why: SkipReason }[] = [];
  const changed: ChangedAppointment[] = [];
  for (const request of requests) {
    const { _id, version } = request;
    const before = rows.get(_id);
    const isStale = version !== undefined && version !== before?.version;
    const update = !before ? 'gone' : isStale ? 'changed' : toUpdate(before, request);
    if (!before || typeof update === 'string') {
      left.push({ _id, why: update as SkipReason });
      continue;
    }
    await api.update('appointments', _id, update);
    const now = { ...before, ...toAppointmentColumns(services, update), version: before.version + 1 };
    rows.set(_id, now);
    changed.push({ before, now });
  }
  return { changed, data: { changed: changed.map(({ now: { id, version } }) => ({ _id: id, version })), left } };
}

/** Asks before cancelled visits are taken back beside equal ones. */
async function refuseSame(tx: TransactionContext, changed: readonly ChangedAppointment[]): Promise<void> {
  const back = changed.filter(({ before }) => before.status === 'Rejected').map(({ now }) => now);
  await holdSameVisits(tx, back);
  const count = (await findSameVisits(tx, back)).size;
  refuseUntilConfirmed([count > 0 ? { message: 'server.sameVisitMany', args: { count } } : undefined]);
}

/** Sets the status of many appointments in one transaction. Skips those gone, changed, or already of that status. */
export const setStatusMany: CallHandler<typeof dispatchCalls.setStatusMany> = ({ body, ...calling }, services) =>
  transaction({ ...calling, services }, async (tx) => {
    const { changed, data } = await changeEach(tx, body.appointments, (before, { status }) =>
      before.status === status ? 'same' : { status },
    );
    if (!body.confirmed) await refuseSame(tx, changed);
    await tx.note(tx.db, { recordIds: data.changed.map(({ _id }) => _id), fields: ['status'], nested: [] });
    return { message: 'toasts.statusUpdated', data };
  });

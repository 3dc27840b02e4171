import { type CallHandler, HttpError, notFound, transaction } from 'portal-frame/server';
import { updateAppointment } from '../../../server/calls/appointmentChanges.ts';
import { oneToWire, ownerOf } from '../../../server/calls/appointmentWire.ts';
import { visitMoment } from '../../../server/calls/booking.ts';
import { findRefusal } from '../../../server/calls/planning/changePolicy.ts';
import { notifyAdmins } from '../../../server/outbox/appointmentNotices.ts';
import { appointmentById, lockAppointment } from '../../../server/store/appointments.ts';
import type { laboratoryChangeCalls } from '../wire/laboratoryChangeApi.ts';

type Change = (typeof laboratoryChangeCalls)['laboratoryChangeAppointment'];

/** Moves or cancels a visit of the laboratory, and notifies the admins. */
export const laboratoryChangeAppointment: CallHandler<Change> = async ({ params, body, ...calling }, services) => {
  const { account } = calling;
  const { config, store } = services;
  const row = await transaction({ ...calling, services }, async (tx) => {
    const { db } = tx;
    const { appointmentDateTime, cancelReason, version } = body;
    await lockAppointment(db, params.id, store.kind);
    const before = await appointmentById(db, params.id, ownerOf(account));
    if (!before) throw notFound();
    if (version !== undefined && version !== before.version) throw new HttpError(409, 'server.stale');
    const at = appointmentDateTime && visitMoment(appointmentDateTime, config.timeZone);
    if (cancelReason === undefined && (at === undefined || at === before.scheduled_at)) return before;
    if (before.status !== 'Pending') throw new HttpError(409, 'server.visitOver');
    const refused = await findRefusal(tx, before, 'laboratory', at || undefined);
    if (refused === 'tooLate')
      throw new HttpError(409, 'server.tooLateToChange', { args: { hours: config.patientChangeHours } });
    if (refused) throw HttpError.forField('appointmentDateTime', 409, 'server.timeTaken');
    const now = await updateAppointment(tx, before.id, {
      ...(at && { appointmentDateTime: new Date(at).toISOString() }),
      ...(cancelReason && { status: 'Rejected', cancelReason, cancelledBy: 'laboratory' }),
      version: before.version,
    });
    await notifyAdmins(tx, at ? 'movedByLaboratory' : 'cancelledByLaboratory', now);
    await tx.note(db, { fields: at ? ['appointmentDateTime'] : ['status', 'cancelReason'], nested: [] });
    return now;
  });
  return { message: 'toasts.updated', data: await oneToWire(row, services, account) };
};

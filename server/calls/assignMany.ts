import { transact } from 'portal-frame/server';
import type { SKIP_REASONS } from '../../src/wire/dispatchApi.ts';
import { notify, notifyMany } from '../outbox/appointmentNotices.ts';
import { createAppointmentEvent } from '../outbox/liveChanges.ts';
import { appointmentById, changeAppointment } from '../store/appointments.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { doneQuestion, employeeNamed, overlapsAmong, refuseUnassignable, refuseUntilConfirmed } from './booking.ts';
import type { Handler } from './handler.ts';

/** Returns why an appointment is skipped, or null. */
function reasonToLeave(
  row: AppointmentRow | undefined,
  employeeId: string | null,
  version: number | undefined,
): (typeof SKIP_REASONS)[number] | null {
  if (!row) return 'gone';
  if (version !== undefined && version !== row.version) return 'changed';
  if (row.employee_id === employeeId) return 'same';
  return row.status !== 'Pending' || row.tracking_image ? 'over' : null;
}

/** Assigns or unassigns many appointments in one transaction. Skips those that cannot be changed any more. */
export const assignMany: Handler<'assignMany'> = async ({ body, note }, services) =>
  transact(services, async (db, publish) => {
    const left: { _id: string; why: (typeof SKIP_REASONS)[number] }[] = [];
    const changed: { before: AppointmentRow; now: AppointmentRow }[] = [];
    const cache = new Map<string, string | null>();
    for (const named of new Set(body.appointments.map((one) => one.employeeId).toSorted())) {
      const id = (await employeeNamed(db, named)) ?? null;
      if (id) await refuseUnassignable(db, id, services);
      cache.set(named, id);
    }
    for (const { _id, employeeId: named, version } of body.appointments) {
      const employeeId = cache.get(named) ?? null;
      const twice = changed.some(({ now }) => now.id === _id);
      const before = await appointmentById(db, _id);
      const why = twice ? 'changed' : reasonToLeave(before, employeeId, version);
      const now = before && !why ? await changeAppointment(db, before, { employee_id: employeeId }) : undefined;
      if (before && now) changed.push({ before, now });
      else left.push({ _id, why: why ?? 'changed' });
    }
    const rows = changed.map(({ now }) => now);
    if (!body.confirmed) {
      const done = changed.filter(({ before, now }) => doneQuestion(before, now)).length;
      const overlaps = await overlapsAmong(db, rows, services);
      refuseUntilConfirmed([
        done > 0 ? { message: 'server.reportedDoneMany', args: { count: done } } : undefined,
        overlaps > 0 ? { message: 'server.overlapMany', args: { count: overlaps } } : undefined,
      ]);
    }
    const taken = changed.filter(({ before }) => before.employee_id).map(({ before }) => before);
    const given = rows.filter((row) => row.employee_id);
    if (given.length === 1 && given[0]) await notify(db, publish, services, 'assigned', given[0]);
    else await notifyMany(db, publish, services, 'assignedMany', given);
    if (taken.length === 1 && taken[0]) await notify(db, publish, services, 'unassigned', taken[0]);
    else await notifyMany(db, publish, services, 'unassignedMany', taken);
    for (const { before, now } of changed) {
      publish(createAppointmentEvent(now, 'change'));
      if (before.employee_id) publish(createAppointmentEvent(before, 'change'));
    }
    await note(db, { recordIds: rows.map(({ id }) => id), fields: ['employeeId'] });
    return {
      message: 'toasts.assigned',
      data: { changed: rows.map(({ id, version }) => ({ _id: id, version })), left },
    };
  });

import { type Services, transaction } from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import type { SKIP_REASONS } from '../../src/wire/dispatchApi.ts';
import { notify, notifyMany } from '../outbox/appointmentNotices.ts';
import { createAppointmentEvent } from '../outbox/liveChanges.ts';
import { loadPlanRules } from '../plan/loadPlanRules.ts';
import type { WhyNot } from '../plan/planRules.ts';
import { appointmentById, changeAppointment } from '../store/appointments.ts';
import type { AppointmentRow } from '../store/schema.ts';
import {
  doneQuestion,
  employeeNamed,
  overlapsAmong,
  type Question,
  refuseUnassignable,
  refuseUntilConfirmed,
} from './booking.ts';
import type { Handler } from './handler.ts';
import { findReasons, keepOverride } from './planQuestions.ts';

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

interface RowReasons {
  row: AppointmentRow;
  reasons: WhyNot[];
}

/** Finds the visits that the rules of planning speak against. */
async function findReasonsAmong(db: Db, rows: readonly AppointmentRow[], services: Services): Promise<RowReasons[]> {
  const assigned = rows.filter((row) => row.employee_id);
  const rules = assigned.length > 0 ? await loadPlanRules({ ...services, db }) : undefined;
  const found: RowReasons[] = [];
  for (const row of rules?.entered ? assigned : [])
    found.push({ row, reasons: await findReasons(db, row, row.employee_id ?? '', services, rules) });
  return found.filter(({ reasons }) => reasons.length > 0);
}

/** A question for the visits of each reason. */
function toConflictQuestions(against: readonly RowReasons[]): Question[] {
  const codes = Map.groupBy(
    against.flatMap(({ reasons }) => reasons.map(({ code }) => code)),
    (code) => code,
  );
  return [...codes].map(([code, { length: count }]) => ({ message: `plan.conflicts.${code}`, args: { count } }));
}

/** Assigns or unassigns many appointments in one transaction. Skips those that cannot be changed any more. */
export const assignMany: Handler<'assignMany'> = async ({ body, ...calling }, services) =>
  transaction({ ...calling, services }, async (tx) => {
    const { db, publish } = tx;
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
    const against = await findReasonsAmong(db, rows, services);
    if (!body.confirmed) {
      const done = changed.filter(({ before, now }) => doneQuestion(before, now)).length;
      const overlaps = await overlapsAmong(db, rows, services);
      refuseUntilConfirmed([
        done > 0 ? { message: 'server.reportedDoneMany', args: { count: done } } : undefined,
        overlaps > 0 ? { message: 'server.overlapMany', args: { count: overlaps } } : undefined,
        ...toConflictQuestions(against),
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
    const nested = [];
    for (const { row, reasons } of against) nested.push(...(await keepOverride(tx, row, reasons)));
    await tx.note(db, { nested, recordIds: rows.map(({ id }) => id), fields: ['employeeId'] });
    return {
      message: 'toasts.assigned',
      data: { changed: rows.map(({ id, version }) => ({ _id: id, version })), left },
    };
  });

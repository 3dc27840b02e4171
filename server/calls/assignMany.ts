import { type RecordsContext, type Services, type TransactionContext, transaction } from 'portal-frame/server';
import type { SKIP_REASONS } from '../../src/wire/dispatchApi.ts';
import { findReasonsAmong, keepOverrides, type Override } from '../plan/findReasons.ts';
import { appointmentById, changeAppointment } from '../store/appointments.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { finishChanges } from './appointmentChanges.ts';
import { doneQuestion, employeeNamed, type Question, refuseUnassignable, refuseUntilConfirmed } from './booking.ts';
import type { Handler } from './handler.ts';
import type { ChangedAppointment } from './visitPayments.ts';

/** Returns why an assignment is skipped, or null. `at` is the new time in ms; undefined keeps the time. */
function reasonToLeave(
  row: AppointmentRow | undefined,
  employeeId: string | null,
  at: number | undefined,
  version: number | undefined,
): (typeof SKIP_REASONS)[number] | null {
  if (!row) return 'gone';
  if (version !== undefined && version !== row.version) return 'changed';
  if (row.employee_id === employeeId && (at === undefined || row.scheduled_at === at)) return 'same';
  return row.status !== 'Pending' || row.tracking_image ? 'over' : null;
}

/** Returns one question per reason code, with the number of visits that it speaks against. */
function toConflictQuestions(against: readonly Override[]): Question[] {
  const codes = Map.groupBy(
    against.flatMap(({ reasons }) => reasons.map(({ code }) => code)),
    (code) => code,
  );
  return [...codes].map(([code, { length: count }]) => ({
    ...{ message: `plan.conflicts.${code}`, args: { count } },
    keepsReason: true,
  }));
}

interface Assignment {
  _id: string;
  /** Record id or code; '' unassigns. */
  employeeId: string;
  version?: number | undefined;
  /** New time in milliseconds. */
  at?: number | undefined;
}

type NestedEntry = Awaited<ReturnType<typeof keepOverrides>>[number];

interface Confirmation {
  confirmed?: boolean | undefined;
  /** Why the visits are booked against the rules of planning. */
  overrideReason?: string | undefined;
}

/** Assigns, unassigns or moves many appointments in one transaction. Skips those that cannot be changed any more. */
export const assignVisits = (
  assignments: readonly Assignment[],
  { confirmed, overrideReason }: Confirmation,
  calling: Omit<RecordsContext, 'services'>,
  services: Services,
  first: (tx: TransactionContext) => Promise<NestedEntry[]> = async () => [],
) =>
  transaction({ ...calling, services }, async (tx) => {
    const { db } = tx;
    const entries = await first(tx);
    const left: { _id: string; why: (typeof SKIP_REASONS)[number] }[] = [];
    const changed: ChangedAppointment[] = [];
    const cache = new Map<string, string | null>();
    for (const named of new Set(assignments.map((one) => one.employeeId).toSorted())) {
      const id = (await employeeNamed(db, named)) ?? null;
      if (id) await refuseUnassignable(db, id, services);
      cache.set(named, id);
    }
    for (const { _id, employeeId: named, version, at } of assignments) {
      const employeeId = cache.get(named) ?? null;
      const twice = changed.some(({ now }) => now.id === _id);
      const before = await appointmentById(db, _id);
      const why = twice ? 'changed' : reasonToLeave(before, employeeId, at, version);
      const update = {
        employee_id: employeeId,
        ...(at !== undefined && at !== before?.scheduled_at && { scheduled_at: at }),
      };
      const now = before && !why ? await changeAppointment(db, before, update) : undefined;
      if (before && now) changed.push({ before, now });
      else left.push({ _id, why: why ?? 'changed' });
    }
    const rows = changed.map(({ now }) => now);
    const found = await findReasonsAmong(db, rows, services);
    const against = rows.map((row, at) => ({ row, reasons: found.get(at) ?? [] }));
    if (!confirmed) {
      const done = changed.filter(({ before, now }) => doneQuestion(before, now)).length;
      refuseUntilConfirmed([
        done > 0 ? { message: 'server.reportedDoneMany', args: { count: done } } : undefined,
        ...toConflictQuestions(against),
      ]);
    }
    await finishChanges(tx, changed);
    const nested = [...entries, ...(await keepOverrides(tx, against, overrideReason))];
    const moved = changed.some(({ before, now }) => before.scheduled_at !== now.scheduled_at);
    const fields = ['employeeId', ...(moved ? ['appointmentDateTime'] : [])];
    await tx.note(db, { nested, recordIds: rows.map(({ id }) => id), fields });
    return {
      message: 'toasts.assigned',
      data: { changed: rows.map(({ id, version }) => ({ _id: id, version })), left },
    };
  });

export const assignMany: Handler<'assignMany'> = ({ body, ...calling }, services) =>
  assignVisits(body.appointments, body, calling, services);

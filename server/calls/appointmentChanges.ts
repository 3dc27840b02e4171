import { HttpError, type TransactionContext, transaction } from 'portal-frame/server';
import type { SKIP_REASONS } from '../../src/wire/dispatchApi.ts';
import { sendNotice, sendSummary } from '../outbox/appointmentNotices.ts';
import { createAppointmentEvent } from '../outbox/liveChanges.ts';
import { type AppointmentUpdate, changeAppointment, lockAppointment } from '../store/appointments.ts';
import type { AppointmentRow } from '../store/schema.ts';
import type { Handler } from './handler.ts';
import { type ChangedAppointment, updatePayments } from './visitPayments.ts';

/** Columns that change without a notice to anybody. */
const BOOKKEEPING = new Set(['dispatched_at', 'completed_by_report', 'updated_at', 'version']);

/** Notifies the laboratory and the employee of a change other than an assignment, and publishes the live events. */
async function announceChange(tx: TransactionContext, { before, now }: ChangedAppointment) {
  const differing = Object.keys(now).filter(
    (name) => before[name as keyof AppointmentRow] !== now[name as keyof AppointmentRow],
  );
  const [isReassigned, isTransferred] = [differing.includes('employee_id'), differing.includes('laboratory_id')];
  if (before.laboratory_id && isTransferred) await sendNotice(tx, 'withdrawn', before);
  if (differing.includes('status')) await sendNotice(tx, now.cancel_reason ? 'cancelled' : 'status', now);
  else if (differing.includes('scheduled_at'))
    // The new employee was notified of the time with the assignment.
    await sendNotice(tx, 'moved', isReassigned ? { ...now, employee_id: null } : now);
  else if (!isReassigned && differing.some((name) => !BOOKKEEPING.has(name))) await sendNotice(tx, 'edited', now);
  tx.publish(createAppointmentEvent(now, 'change'));
  if ((isReassigned && before.employee_id) || isTransferred) tx.publish(createAppointmentEvent(before, 'change'));
}

/**
 * Updates payments and ledger entries after changes of appointments, and notifies the people concerned, also those who
 * lost one. Call it once in the transaction of the changes.
 */
export async function finishChanges(tx: TransactionContext, changed: readonly ChangedAppointment[]): Promise<void> {
  const reassigned = changed.filter(({ before, now }) => before.employee_id !== now.employee_id);
  const notifyEmployees = async (kind: 'assigned' | 'unassigned', rows: readonly AppointmentRow[]) => {
    const [only, ...others] = rows.filter((row) => row.employee_id);
    if (only && others.length === 0) await sendNotice(tx, kind, only);
    else await sendSummary(tx, `${kind}Many`, rows);
  };
  await notifyEmployees(
    'assigned',
    reassigned.map(({ now }) => now),
  );
  await notifyEmployees(
    'unassigned',
    reassigned.map(({ before }) => before),
  );
  for (const one of changed) await announceChange(tx, one);
  await updatePayments(tx, changed);
}

/** Changes an appointment with all that follows. Throws an HttpError (409) if `before` is not its current version. */
export async function saveChange(
  tx: TransactionContext,
  before: AppointmentRow,
  update: AppointmentUpdate,
): Promise<AppointmentRow> {
  const now = await changeAppointment(tx.db, before, update);
  if (!now) throw new HttpError(409, 'server.stale');
  await finishChanges(tx, [{ before, now }]);
  return now;
}

type SkipReason = (typeof SKIP_REASONS)[number];

/** Changes appointments as `toUpdate` says, except those gone, those changed since, and those that it gives a reason for. */
export async function changeEach<R extends { _id: string; version?: number | undefined }>(
  { db, services }: TransactionContext,
  requests: readonly R[],
  toUpdate: (before: AppointmentRow, request: R) => AppointmentUpdate | SkipReason,
) {
  const left: { _id: string; why: SkipReason }[] = [];
  const changed: ChangedAppointment[] = [];
  for (const request of requests) {
    const { _id, version } = request;
    const before = await lockAppointment(db, _id, services.store.kind);
    const isStale = version !== undefined && version !== before?.version;
    const update = !before ? 'gone' : isStale ? 'changed' : toUpdate(before, request);
    const now = before && typeof update === 'object' ? await changeAppointment(db, before, update) : undefined;
    if (before && now) changed.push({ before, now });
    else left.push({ _id, why: typeof update === 'string' ? update : 'changed' });
  }
  return { changed, data: { changed: changed.map(({ now: { id, version } }) => ({ _id: id, version })), left } };
}

/** Sets the status of many appointments in one transaction. Skips those gone, changed, or already of that status. */
export const setStatusMany: Handler<'setStatusMany'> = ({ body, ...calling }, services) =>
  transaction({ ...calling, services }, async (tx) => {
    const { changed, data } = await changeEach(tx, body.appointments, (before, { status }) =>
      before.status === status ? 'same' : { status },
    );
    await finishChanges(tx, changed);
    await tx.note(tx.db, { recordIds: data.changed.map(({ _id }) => _id), fields: ['status'], nested: [] });
    return { message: 'toasts.statusUpdated', data };
  });

import { defineHooks, records, systemContext, type TransactionHookContext } from 'portal-frame/server';
import { eraseDroppedRecords } from 'portal-frame/server/database';
import appointments from '../../src/resources/appointments.ts';
import { laboratoryOf } from '../calls/newAppointments.ts';
import { type ChangedAppointment, createPayments, updatePayments } from '../calls/visitPayments.ts';
import { sendNotice, sendSummary } from '../outbox/appointmentNotices.ts';
import { toAppointmentColumns } from '../store/appointments.ts';
import { eraseNoticesAndListPaths, eraseNoticesOf } from '../store/patients.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { findVisitState } from '../store/visitState.ts';
import { listRedraws } from '../visitOrders.ts';

/** Columns that change without a notice to anybody. */
const BOOKKEEPING = new Set(['dispatched_at', 'completed_by_report', 'former_employee_id', 'visit_state']);

type Notifying = Parameters<typeof sendNotice>[0];

const listDiffering = ({ before, now }: ChangedAppointment): string[] =>
  Object.keys(now).filter((name) => before[name as keyof AppointmentRow] !== now[name as keyof AppointmentRow]);

/** Notifies the laboratory and the employee of a change other than an assignment, but not the laboratory that made it. */
async function announceChange(
  { account, ...tx }: Notifying & Pick<TransactionHookContext, 'account'>,
  { before, now }: ChangedAppointment,
) {
  const to = account.role === 'laboratory' ? { ...now, laboratory_id: null } : now;
  const differing = listDiffering({ before, now });
  const isReassigned = differing.includes('employee_id');
  if (before.laboratory_id && differing.includes('laboratory_id')) await sendNotice(tx, 'withdrawn', before);
  if (differing.includes('status')) await sendNotice(tx, now.cancel_reason ? 'cancelled' : 'status', to);
  else if (differing.includes('scheduled_at'))
    // The new employee was notified of the time with the assignment.
    await sendNotice(tx, 'moved', isReassigned ? { ...to, employee_id: null } : to);
  else if (now.tracking_image && differing.includes('tracking_image')) await sendNotice(tx, 'tracking', to);
  else if (!isReassigned && differing.some((name) => !BOOKKEEPING.has(name))) await sendNotice(tx, 'edited', to);
}

/** Notifies employees of the visits that they got and lost: of several by one summary. */
async function announceAssignments(tx: Notifying, changed: readonly ChangedAppointment[]) {
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
}

/** Notifies admins of the visits that a laboratory added: of several by one summary. Redraws have notices of their own. */
async function announceAdded(
  { account, transaction, ...tx }: Notifying & Pick<TransactionHookContext, 'account' | 'transaction'>,
  created: readonly AppointmentRow[],
) {
  if (account.role !== 'laboratory') return;
  const redraws = listRedraws(tx.services, transaction);
  const [only, ...others] = created.filter(({ id }) => !redraws.includes(id));
  if (only && others.length === 0) await sendNotice(tx, 'added', only);
  else if (only) await sendSummary(tx, 'imported', [only, ...others]);
}

type Values = TransactionHookContext['values'];
type Erasing = Pick<TransactionHookContext, 'services' | 'transaction' | 'db'>;

/** Erases old notices with the names of deleted patients, and records of removed resources that referred to them. */
async function eraseTraces(
  { services, transaction, db }: Erasing,
  deleted: readonly { id: string; values: { readonly patientName?: string | null } }[],
) {
  if (deleted.length === 0) return;
  for (const name of new Set(deleted.map(({ values }) => (values.patientName ?? '').trim())))
    await eraseNoticesOf(db, name);
  const own = deleted.flatMap(({ id }) => ['appointments', 'archive'].map((resource) => ({ resource, id })));
  const cascaded = transaction.alsoChanged.flatMap(({ operation, resource, recordId: id }) =>
    operation === 'delete' && id ? { resource, id } : [],
  );
  transaction.freedFiles.push(...(await eraseDroppedRecords(db, services.resources, [...own, ...cascaded])));
}

export default defineHooks(appointments, {
  before: {
    /** Finds the laboratory: that of the account, else by its name or account. */
    create({ account, values: { laboratory: named, laboratoryAccount: id }, db }) {
      const own = account.role === 'laboratory' ? account.id : undefined;
      return named && id ? {} : laboratoryOf(db, named ?? '', id ?? own);
    },
    /**
     * Keeps the former employee, the state of the visit and the time of the dispatcher's last change, and clears what
     * another status had. The action `reportVisit` stands for an employee's report, all else for a dispatcher.
     */
    async change({ id, values, before, action, db, services }) {
      const isReported = action === 'reportVisit';
      const now = { ...before, ...values };
      // A status that is said again is a decision, too, but no new cancellation.
      const isDecided = 'status' in values && (now.status !== 'Rejected' || before.status !== 'Rejected');
      const isMoved = Date.parse(now.appointmentDateTime ?? '') !== Date.parse(before.appointmentDateTime ?? '');
      const isAssigned = (now.employee ?? null) !== (before.employee ?? null);
      // Late cancellations count from `dispatchedAt`. Assigning an unassigned visit takes it from nobody, so it stays.
      const isDispatched =
        (!isReported && (isDecided || isMoved)) || (isAssigned && before.employee && now.status === 'Pending');
      const named = 'laboratoryAccount' in values ? undefined : values.laboratory;
      const row = { ...toAppointmentColumns(services, now), id } as AppointmentRow;
      return {
        ...('status' in values && { completedByReport: (isReported && values.status === 'Completed') || null }),
        ...('status' in values && values.status !== 'Rejected' && { cancelReason: null }),
        ...((values.status ?? before.status) !== 'Rejected' && { cancelledBy: null }),
        ...(isAssigned && { formerEmployee: before.employee ?? before.formerEmployee }),
        ...(isDispatched && { dispatchedAt: new Date().toISOString() }),
        ...((isAssigned || isMoved) && { visitState: await findVisitState(db, row) }),
        ...(named && { laboratoryAccount: (await laboratoryOf(db, named)).laboratoryAccount }),
      };
    },
    /** Erases the patient from payments, which keep their amounts, and frees the files. */
    async delete({ id, values: { image, trackingImage }, db, ...context }) {
      const payments = { where: { appointment: id } };
      const erased = { appointment: null, patientName: null, accountNumber: null };
      await records(systemContext(context)).updateMany('transactions', payments, erased);
      const documents = await eraseNoticesAndListPaths(db, id);
      context.transaction.freedFiles.push(...documents, ...[image, trackingImage].flatMap((path) => path ?? []));
    },
  },
  /** Notifies the people concerned, and keeps payments and ledger entries. */
  async afterAll({ changes, ...context }) {
    const toRow = (id: string, values: Values) =>
      ({ id, ...toAppointmentColumns(context.services, values) }) as AppointmentRow;
    const created = changes.flatMap(({ id, values, operation }) => (operation === 'create' ? toRow(id, values) : []));
    const changed = changes.flatMap(({ id, before, values, operation }) =>
      before && operation !== 'delete' ? { before: toRow(id, before), now: toRow(id, values) } : [],
    );
    const tx = { ...context, publish: context.transaction.publish };
    await eraseTraces(
      tx,
      changes.filter(({ operation }) => operation === 'delete'),
    );
    await createPayments(context, created);
    await announceAssignments(tx, [
      ...created.map((now) => ({ before: { ...now, employee_id: null }, now })),
      ...changed,
    ]);
    await announceAdded(tx, created);
    for (const one of changed) await announceChange(tx, one);
    await updatePayments(
      context,
      changed.filter((one) => listDiffering(one).some((name) => name !== 'tracking_image')),
    );
  },
});

import { type Db, insertRows, newId } from 'portal-frame/server/database';
import type { AppointmentRow, AppointmentStatus, TransactionRow, TransactionStatus } from './schema.ts';

/**
 * `date_and_time` is the creation, or the completion of a Completed transaction: earnings count in the month of
 * completion.
 */

/** Status of the payment by the status of its appointment. */
const SETTLED: Record<AppointmentStatus, TransactionStatus> = {
  Pending: 'Pending',
  Completed: 'Completed',
  Rejected: 'Denied',
};

/** Creates the transaction of an appointment; null without fees. */
export function transactionOf(appointment: AppointmentRow, now = Date.now()): TransactionRow | null {
  if (!appointment.fees_cents) return null;
  return {
    id: newId(now),
    appointment_id: appointment.id,
    account_number: appointment.account_number,
    patient_name: appointment.patient_name,
    date_and_time: now,
    amount_cents: appointment.fees_cents,
    status: SETTLED[appointment.status],
    before_visit: appointment.status === 'Pending' ? null : 'Pending',
    created_at: now,
  };
}

/** Call with a new appointment in the same transaction. */
export async function openTransaction(db: Db, appointment: AppointmentRow): Promise<void> {
  const row = transactionOf(appointment);
  if (row) await db.insertInto('transactions').values(row).execute();
}

export async function openTransactions(db: Db, appointments: readonly AppointmentRow[]): Promise<void> {
  const rows = appointments.flatMap((one) => transactionOf(one) ?? []);
  await insertRows(db, 'transactions', rows);
}

/**
 * Updates the payment of an updated appointment in the same transaction. Returns false if the fees changed but are paid
 * already.
 */
export async function syncTransaction(db: Db, before: AppointmentRow, now: AppointmentRow): Promise<boolean> {
  const payment = db.updateTable('transactions').where('appointment_id', '=', now.id);
  await payment.set({ account_number: now.account_number, patient_name: now.patient_name }).execute();
  if (before.fees_cents === now.fees_cents) return true;
  const changed = await payment
    .set({ amount_cents: now.fees_cents ?? 0 })
    .where('status', '!=', 'Completed')
    .executeTakeFirst();
  if (changed.numUpdatedRows > 0n) return true;
  if (before.fees_cents) return false;
  await openTransaction(db, now);
  return true;
}

/**
 * Updates the payment after a status change, in the same transaction. Undoes the effect of the former status first, and
 * keeps statuses that an admin set.
 */
export async function settleTransaction(db: Db, appointmentId: string, status: AppointmentStatus): Promise<void> {
  const payment = db.updateTable('transactions').where('appointment_id', '=', appointmentId);
  await payment
    .set((row) => ({
      status: row.fn.coalesce('before_visit', 'status'),
      date_and_time: row
        .case()
        .when('status', '=', 'Completed')
        .then(row.ref('created_at'))
        .else(row.ref('date_and_time'))
        .end(),
      before_visit: null,
    }))
    .where('before_visit', 'is not', null)
    .where('status', '!=', SETTLED[status])
    .execute();
  if (status === 'Pending') return;
  await payment
    .set((row) => ({ status: SETTLED[status], before_visit: row.ref('status') }))
    .$if(status === 'Completed', (update) =>
      update.set({ date_and_time: Date.now() }).where('status', '!=', 'Completed'),
    )
    .$if(status === 'Rejected', (update) => update.where('status', '=', 'Pending'))
    .execute();
}

/** Finds the ids of an appointment's transactions. */
export async function transactionIdsOf(db: Db, appointmentId: string): Promise<string[]> {
  const rows = await db.selectFrom('transactions').select('id').where('appointment_id', '=', appointmentId).execute();
  return rows.map(({ id }) => id);
}

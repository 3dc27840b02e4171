import type { Range } from '../time.ts';
import { newId } from './id.ts';
import type { AppointmentRow, AppointmentStatus, Db, TransactionRow, TransactionStatus } from './schema.ts';

/**
 * A transaction's date and time is when it came into being, and once it is Completed when that happened:
 * a month's earnings are what was completed in it.
 */

/** What an appointment's status means for its payment. */
const SETTLED: Record<AppointmentStatus, TransactionStatus> = {
  Pending: 'Pending',
  Completed: 'Completed',
  Rejected: 'Denied',
};

/** The transaction that comes into being with an appointment; none where it has no fees. */
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
    created_at: now,
  };
}

/** Call with a new appointment, in the same database transaction. */
export async function openTransaction(db: Db, appointment: AppointmentRow): Promise<void> {
  const row = transactionOf(appointment);
  if (row) await db.insertInto('transactions').values(row).execute();
}

/** As `openTransaction`, for as many appointments as one statement holds. */
export async function openTransactions(db: Db, appointments: readonly AppointmentRow[]): Promise<void> {
  const rows = appointments.flatMap((one) => transactionOf(one) ?? []);
  if (rows.length > 0) await db.insertInto('transactions').values(rows).execute();
}

/**
 * Call with an appointment's new status, in the same database transaction: Completed completes its payment,
 * Rejected denies one that is pending, Pending leaves it alone.
 */
export async function settleTransaction(db: Db, appointmentId: string, status: AppointmentStatus): Promise<void> {
  const open = db.updateTable('transactions').where('appointment_id', '=', appointmentId);
  if (status === 'Completed')
    await open.set({ status: 'Completed', date_and_time: Date.now() }).where('status', '!=', 'Completed').execute();
  if (status === 'Rejected') await open.set({ status: 'Denied' }).where('status', '=', 'Pending').execute();
}

/** The newest transactions, newest first. */
export function newestTransactions(db: Db, most: number): Promise<TransactionRow[]> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .orderBy('date_and_time', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** Sets a transaction's status; undefined where there is none of that id. */
export function setTransactionStatus(
  db: Db,
  id: string,
  status: TransactionStatus,
): Promise<TransactionRow | undefined> {
  return db
    .updateTable('transactions')
    .set({ status })
    .$if(status === 'Completed', (update) =>
      update.set((row) => ({
        date_and_time: row
          .case()
          .when('status', '!=', 'Completed')
          .then(Date.now())
          .else(row.ref('date_and_time'))
          .end(),
      })),
    )
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** What the Completed transactions of that time come to, in cents. */
export async function earnedCents(db: Db, { from, to }: Range): Promise<number> {
  const { total } = await db
    .selectFrom('transactions')
    .select((of) => of.fn.sum<number | null>('amount_cents').as('total'))
    .where('status', '=', 'Completed')
    .where('date_and_time', '>=', from)
    .where('date_and_time', '<', to)
    .executeTakeFirstOrThrow();
  return total ?? 0;
}

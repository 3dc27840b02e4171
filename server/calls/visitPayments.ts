import { HttpError, type RecordsContext, records, type Services, systemContext } from 'portal-frame/server';
import { splitIntoBatches } from 'portal-frame/server/database';
import type { AppointmentRow, AppointmentStatus, TransactionStatus } from '../store/schema.ts';

/** Status of the payment by the status of its visit. */
export const SETTLED: Record<AppointmentStatus, TransactionStatus> = {
  Pending: 'Pending',
  Completed: 'Completed',
  Rejected: 'Denied',
};

const toPatient = ({ patient_name, account_number }: AppointmentRow) => ({
  patientName: patient_name,
  accountNumber: account_number,
});
const toAmount = ({ fees_cents }: AppointmentRow) => (fees_cents ?? 0) / 100;

/** Creates the payments of new appointments with fees, in the transaction of the context. */
export async function createPayments(tx: RecordsContext, appointments: readonly AppointmentRow[]): Promise<void> {
  const dateAndTime = new Date().toISOString();
  const payments = appointments
    .filter(({ fees_cents }) => fees_cents)
    .map((row) => ({
      ...toPatient(row),
      appointment: row.id,
      dateAndTime,
      amount: toAmount(row),
      status: SETTLED[row.status],
      beforeVisit: row.status === 'Pending' ? null : ('Pending' as const),
    }));
  if (payments.length > 0) await records(systemContext(tx)).createMany('transactions', payments, { fields: [] });
}

/** A condition names at most 1,000 records. */
const MAX_NAMED = 200;

const pickDifferences = <V extends object>(values: V, before: V): Partial<V> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== before[name as keyof V])) as Partial<V>;

interface Payment {
  id: string;
  appointment: string;
  status: TransactionStatus;
  beforeVisit: TransactionStatus | null;
  dateAndTime: string;
  createdAt: string;
}

/**
 * Returns the changes of a payment after its visit's status changed. Its own status, kept in `beforeVisit`, comes back
 * if the visit is pending again. A rejected visit does not deny a payment that was settled before.
 */
export function followVisit(payment: Payment, visit: AppointmentStatus, now = new Date().toISOString()) {
  const { status, beforeVisit, createdAt } = payment;
  if (status === SETTLED[visit]) return {};
  const ownStatus = beforeVisit ?? status;
  const dateAndTime = beforeVisit && status === 'Completed' ? createdAt : payment.dateAndTime;
  if (visit === 'Pending' || (visit === 'Rejected' && ownStatus !== 'Pending'))
    return { status: ownStatus, beforeVisit: null, dateAndTime };
  return { status: SETTLED[visit], beforeVisit: ownStatus, dateAndTime: visit === 'Completed' ? now : dateAndTime };
}

/** Columns of appointments that their payments follow. */
const PAID_COLUMNS = ['status', 'fees_cents', 'patient_name', 'account_number'] as const;

/** An appointment before and after a change. */
export interface ChangedAppointment {
  before: AppointmentRow;
  now: AppointmentRow;
}

/**
 * Updates the payments of changed appointments, in the transaction of the context. Throws an
 * HttpError (409) if fees changed but are paid already.
 */
export async function updatePayments(tx: RecordsContext, changed: readonly ChangedAppointment[]): Promise<void> {
  const paid = changed.filter(({ before, now }) => PAID_COLUMNS.some((name) => before[name] !== now[name]));
  for (const portion of splitIntoBatches(paid, MAX_NAMED)) {
    const { records: payments } = await records(systemContext(tx)).find('transactions', {
      where: { appointment: { in: portion.map(({ now }) => now.id) } },
      fields: ['appointment', 'status', 'beforeVisit', 'dateAndTime', 'createdAt'],
      perPage: 10_000,
      lock: true,
    });
    const byAppointment = Map.groupBy(payments as Payment[], ({ appointment }) => appointment);
    for (const one of portion) await updatePaymentsOf(tx, one, byAppointment.get(one.now.id) ?? []);
  }
}

/** Updates an appointment's payments: patient, status, and open amounts. New fees get a new payment. */
async function updatePaymentsOf(
  tx: RecordsContext,
  { before, now }: ChangedAppointment,
  payments: readonly Payment[],
): Promise<void> {
  const api = records(systemContext(tx));
  const renamed = pickDifferences(toPatient(now), toPatient(before));
  const hasOtherFees = before.fees_cents !== now.fees_cents;
  let hasOpenPayment = false;
  for (const payment of payments) {
    const followed = before.status === now.status ? {} : followVisit(payment, now.status);
    // `payment` itself changes too: the same appointment may have changed twice.
    const isOpen = Object.assign(payment, followed).status !== 'Completed';
    const amount = hasOtherFees && isOpen ? { amount: toAmount(now) } : {};
    hasOpenPayment ||= isOpen;
    await api.update('transactions', payment.id, { ...renamed, ...followed, ...amount });
  }
  if (!hasOtherFees || hasOpenPayment) return;
  if (before.fees_cents) throw HttpError.forField('fees', 409, 'server.paid');
  await createPayments(tx, [now]);
}

/** Finds the ids of an appointment's payments. */
export async function findPaymentIds(services: Services, appointment: string): Promise<string[]> {
  const api = records(systemContext(services));
  const { records: payments } = await api.find('transactions', { where: { appointment }, fields: ['status'] });
  return payments.map(({ id }) => id);
}

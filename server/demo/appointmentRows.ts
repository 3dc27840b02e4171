import { newId } from '../../frame/server/db/newId.ts';
import { toSearchKey } from '../../frame/server/db/searchKey.ts';
import type { AppointmentRow, DocumentRow, TransactionRow } from '../store/schema.ts';
import { transactionOf } from '../store/transactions.ts';
import type { Clock } from './demoClock.ts';
import type { DemoAppointment } from './generateAppointments.ts';
import type { DemoPatient } from './generatePatients.ts';

/** Whom and what an appointment's row refers to. */
export interface AppointmentLinks {
  /** Account ids in the order of staff.ts. */
  employees: readonly string[];
  laboratories: readonly string[];
  photos: ReadonlyMap<DemoPatient, string>;
  /** The tracking image, where there is one. */
  label: string;
}

/** Minutes after its beginning that a visit is done, and after its creation that an appointment is rejected. */
const VISIT = 25;
const SECOND_THOUGHT = 190;

export function toAppointmentRow(made: DemoAppointment, clock: Clock, links: AppointmentLinks): AppointmentRow {
  const { patient, status } = made;
  const createdAt = clock.at(made.createdDay, made.createdMinute);
  const settledAt = {
    Pending: createdAt,
    Completed: clock.at(made.day, made.minute + VISIT),
    Rejected: clock.at(made.createdDay, made.createdMinute + SECOND_THOUGHT),
  }[status];
  return {
    id: newId(createdAt),
    patient_name: patient.patientName,
    patient_key: toSearchKey(patient.patientName),
    image: links.photos.get(patient) ?? null,
    age: patient.age,
    email: patient.email,
    contact_number: patient.contactNumber,
    address: patient.address,
    account_number: patient.accountNumber,
    date_of_birth: patient.dateOfBirth || null,
    gender: patient.gender,
    employee_id: made.employee === null ? null : (links.employees[made.employee] ?? null),
    laboratory_id: made.laboratory === null ? null : (links.laboratories[made.laboratory] ?? null),
    laboratory: made.laboratoryName,
    fees_cents: made.feesCents,
    priority: made.priority,
    scheduled_at: clock.at(made.day, made.minute),
    status,
    instructions: made.instructions,
    tracking_image: made.hasTracking ? links.label : null,
    cancel_reason: null,
    visit_state: null,
    created_at: createdAt,
    updated_at: Math.min(settledAt, clock.now),
    version: status === 'Pending' ? 1 : 2,
  };
}

/** The payment as it stands after what happened to the appointment. */
export function toTransactionRow(row: AppointmentRow): TransactionRow | null {
  const payment = transactionOf(row, row.created_at);
  return payment && row.status === 'Completed' ? { ...payment, date_and_time: row.updated_at } : payment;
}

/** The rows of an appointment's documents, in their order. */
export function toDocumentRows(id: string, saved: readonly Omit<DocumentRow, 'appointment_id' | 'position'>[]) {
  return saved.map((file, position): DocumentRow => ({ appointment_id: id, position, ...file }));
}

import { newId, toSearchKey } from 'portal-frame/server/database';
import { FAILED_DRAW_REASONS } from '../../src/wire/choices.ts';
import { SETTLED } from '../calls/visitPayments.ts';
import type { AppointmentRow, TransactionRow, VisitReportRow, VisitTimeRow } from '../store/schema.ts';
import type { Clock } from './demoClock.ts';
import type { Random } from './demoRandom.ts';
import type { DemoAppointment } from './generateAppointments.ts';
import type { DemoPatient } from './generatePatients.ts';

export interface AppointmentLinks {
  /** Account ids in the order of demoStaff.ts. */
  employees: readonly string[];
  laboratories: readonly string[];
  photos: ReadonlyMap<DemoPatient, string>;
  /** Tracking image. */
  label: string;
}

const MINUTE = 60_000;
const VISIT_MINUTES = 25;
/** From creation to rejection. */
const REJECTION_MINUTES = 190;

export function toAppointmentRow(made: DemoAppointment, clock: Clock, links: AppointmentLinks): AppointmentRow {
  const { patient, status } = made;
  const createdAt = clock.at(made.createdDay, made.createdMinute);
  const settledAt = {
    Pending: createdAt,
    Completed: clock.at(made.day, made.minute + VISIT_MINUTES),
    Rejected: clock.at(made.createdDay, made.createdMinute + REJECTION_MINUTES),
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
    cancelled_by: null,
    visit_state: null,
    completed_by_report: null,
    dispatched_at: null,
    former_employee_id: null,
    created_at: createdAt,
    updated_at: Math.min(settledAt, clock.now),
    version: status === 'Pending' ? 1 : 2,
  };
}

/** Returns the payment of an appointment, dated when the visit was completed; null without fees. */
export function toTransactionRow(row: AppointmentRow): TransactionRow | null {
  if (!row.fees_cents) return null;
  return {
    id: newId(row.created_at),
    appointment_id: row.id,
    account_number: row.account_number,
    patient_name: row.patient_name,
    patient_key: row.patient_key,
    date_and_time: row.status === 'Completed' ? row.updated_at : row.created_at,
    amount_cents: row.fees_cents,
    status: SETTLED[row.status],
    before_visit: row.status === 'Pending' ? null : 'Pending',
    created_at: row.created_at,
  };
}

/** Generates the minutes of completed visits ('door') and of the ways to them ('between'). */
export function generateVisitTimes(random: Random, rows: readonly AppointmentRow[]): VisitTimeRow[] {
  return rows
    .filter(({ status }) => status === 'Completed')
    .flatMap(({ scheduled_at: begun }) => {
      const door = random.int(7, 24);
      const ended = begun + door * MINUTE;
      return [
        { id: newId(begun), part: 'between', minutes: random.int(9, 48), made_at: begun },
        { id: newId(ended), part: 'door', minutes: door, made_at: ended },
      ] satisfies VisitTimeRow[];
    });
}

/** Share of the rejected visits at which the employee could not draw. */
const FAILED_SHARE = 0.5;

/** Reports of the visits that are over: their starts, and why some could not be drawn, which is set in `rows`. */
export function reportVisits(random: Random, rows: readonly AppointmentRow[], now: number): VisitReportRow[] {
  return rows.flatMap((row) => {
    const { id, employee_id: employee, scheduled_at: at, status } = row;
    const fails = status === 'Rejected' && random.chance(FAILED_SHARE);
    if (!employee || at > now - 2 * MINUTE * VISIT_MINUTES || !(fails || status === 'Completed')) return [];
    const report = (made: number, kind: VisitReportRow['kind'], reason: VisitReportRow['reason'] = null) => ({
      ...{ id: newId(made), appointment_id: id, account_id: employee, report_key: `demo-${id}-${kind}`, kind, reason },
      ...{ note: '', scheduled_at: at, made_at: made, created_at: made },
    });
    const begun = at + random.int(-8, 19) * MINUTE;
    if (!fails) return [report(begun, 'started')];
    row.visit_state = 'couldNotDraw';
    const reason = random.pick(FAILED_DRAW_REASONS.filter((one) => one !== 'other'));
    return [report(begun, 'started'), report(begun + 9 * MINUTE, 'couldNotDraw', reason)];
  });
}

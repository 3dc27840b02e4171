import { NAMES } from '../../src/wire/newAppointment.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { holdAccount } from '../store/accounts.ts';
import { overlapping } from '../store/appointments.ts';
import type { AppointmentRow, Db } from '../store/schema.ts';
import { dateTimeText } from '../time.ts';

/**
 * Refuses (409, `overlap`) to give an employee a pending appointment while another pending one of theirs lies less than
 * a visit (VISIT_MINUTES) away. Call it in the database transaction that gives it: whoever books the same employee
 * meanwhile waits for that to end. The message tells the other's time and not its patient.
 */
export async function refuseOverlap(
  db: Db,
  appointment: AppointmentRow,
  employeeId: string,
  { config, store }: Pick<Services, 'config' | 'store'>,
): Promise<void> {
  if (config.visitMinutes === 0 || appointment.status !== 'Pending') return;
  await holdAccount(db, employeeId, store.kind);
  const other = await overlapping(db, appointment, employeeId, config.visitMinutes);
  if (!other) return;
  const message = 'server.overlap';
  throw new Refusal(409, message, {
    args: { time: dateTimeText(other.scheduled_at, config.timeZone) },
    errors: { [NAMES.employee]: message },
    data: { overlap: true },
  });
}

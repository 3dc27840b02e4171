import { Refusal } from '../../frame/server/base/refusal.ts';
import { dateTimeText } from '../../frame/server/base/time.ts';
import type { Services } from '../../frame/server/services.ts';
import type { Db } from '../../frame/server/store/schema.ts';
import { NAMES } from '../../src/wire/newAppointment.ts';
import { overlapping } from '../store/appointments.ts';
import { employeeByIdOrCode, holdAssignable } from '../store/people.ts';
import type { AppointmentRow } from '../store/schema.ts';

/**
 * Refuses (400) an employee who is deleted or inactive, by whatever way they were named. Call it in the database
 * transaction that gives them an appointment: whoever ends or books the same employee meanwhile waits for that to end.
 */
export async function refuseUnassignable(
  db: Db,
  employeeId: string,
  { store }: Pick<Services, 'store'>,
): Promise<void> {
  if (!(await holdAssignable(db, employeeId, store.kind)))
    throw Refusal.at(NAMES.employee, 400, 'server.noSuchEmployee');
}

/**
 * Refuses (409, `overlap`) to give an employee a pending appointment while another pending one of theirs lies less than
 * a visit (VISIT_MINUTES) away. Call it after `refuseUnassignable`, which keeps others from booking them. The message names the other's time and not its patient.
 */
export async function refuseOverlap(
  db: Db,
  appointment: AppointmentRow,
  employeeId: string,
  { config }: Pick<Services, 'config'>,
): Promise<void> {
  if (config.visitMinutes === 0 || appointment.status !== 'Pending') return;
  const other = await overlapping(db, appointment, employeeId, config.visitMinutes);
  if (!other) return;
  const message = 'server.overlap';
  throw new Refusal(409, message, {
    args: { time: dateTimeText(other.scheduled_at, config.timeZone) },
    errors: { [NAMES.employee]: message },
    data: { overlap: true },
  });
}

/** The record id of the employee that a change names; null unassigns, undefined leaves them. */
export async function employeeNamed(db: Db, named: string | undefined): Promise<string | null | undefined> {
  if (named === undefined || named === '') return named === '' ? null : undefined;
  const employee = await employeeByIdOrCode(db, named);
  if (!employee) throw Refusal.at(NAMES.employee, 400, 'server.noSuchEmployee');
  return employee.id;
}

/** How many of these lie less than a visit from another pending one of the same employee. */
export async function overlapsAmong(
  db: Db,
  appointments: readonly AppointmentRow[],
  { config }: Pick<Services, 'config'>,
): Promise<number> {
  if (config.visitMinutes === 0) return 0;
  let count = 0;
  for (const one of appointments)
    if (one.employee_id && (await overlapping(db, one, one.employee_id, config.visitMinutes))) count += 1;
  return count;
}

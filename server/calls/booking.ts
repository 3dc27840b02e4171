import { HttpError } from '../../frame/server/base/httpError.ts';
import { formatDateTime, getToday, hasOffset, isWallTime, parseLocalTime } from '../../frame/server/base/time.ts';
import type { Db } from '../../frame/server/db/databaseSchema.ts';
import type { Services } from '../../frame/server/services.ts';
import { WIRE_FIELD_NAMES } from '../../src/wire/newAppointment.ts';
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
    throw HttpError.forField(WIRE_FIELD_NAMES.employee, 400, 'server.noSuchEmployee');
}

/** A question that a change asks before it is made. */
export interface Question {
  message: string;
  args?: Record<string, string | number>;
  /** The wire's name of the field that it is about. */
  field?: string;
}

/** Refuses (409) a change until the person confirms it, with all that speaks against it. */
export function refuseUntilConfirmed(questions: readonly (Question | undefined)[]): void {
  const [first, ...also] = questions.filter((one) => one !== undefined);
  if (!first) return;
  const { message, args, field } = first;
  throw new HttpError(409, message, {
    ...(args && { args }),
    ...(field && { errors: { [field]: message } }),
    moreMessages: also,
    // The wire's name for every such question: an overlap was the first.
    data: { overlap: true },
  });
}

/**
 * Asks before an employee gets a pending appointment less than a visit (VISIT_MINUTES) away from another pending one of
 * theirs. Call it after `refuseUnassignable`, which keeps others from booking them. The message names the other's time
 * and not its patient.
 */
export async function overlapQuestion(
  db: Db,
  appointment: AppointmentRow,
  employeeId: string,
  { config }: Pick<Services, 'config'>,
): Promise<Question | undefined> {
  if (config.visitMinutes === 0 || appointment.status !== 'Pending') return undefined;
  const other = await overlapping(db, appointment, employeeId, config.visitMinutes);
  if (!other) return undefined;
  const args = { time: formatDateTime(other.scheduled_at, config.timeZone) };
  return { message: 'server.overlap', args, field: WIRE_FIELD_NAMES.employee };
}

/** Asks before a visit that its employee reported done goes to another employee, another time, or is cancelled. */
export const doneQuestion = (before: AppointmentRow, now: AppointmentRow): Question | undefined =>
  before.visit_state === 'done' &&
  before.status === 'Pending' &&
  (before.employee_id !== now.employee_id || before.scheduled_at !== now.scheduled_at || now.status === 'Rejected')
    ? { message: 'server.reportedDone' }
    : undefined;

/** Asks before a visit moves to a day that has passed. */
export const pastQuestion = (
  before: AppointmentRow,
  { scheduled_at: at }: AppointmentRow,
  { config: { timeZone } }: Pick<Services, 'config'>,
): Question | undefined =>
  at !== before.scheduled_at && getToday(timeZone, at) < getToday(timeZone)
    ? { message: 'server.pastDay', args: { time: formatDateTime(at, timeZone) } }
    : undefined;

/** The moment that a wall time of the business means. Throws a Refusal (400) for a time that its clocks skip. */
export function visitMoment(text: string, zone: string): number {
  const at = parseLocalTime(text, zone);
  if (!hasOffset(text) && !isWallTime(text, at, zone))
    throw HttpError.forField('appointmentDateTime', 400, 'server.skippedTime');
  return at;
}

/** The record id of the employee that a change names; null unassigns, undefined leaves them. */
export async function employeeNamed(db: Db, named: string | undefined): Promise<string | null | undefined> {
  if (named === undefined || named === '') return named === '' ? null : undefined;
  const employee = await employeeByIdOrCode(db, named);
  if (!employee) throw HttpError.forField(WIRE_FIELD_NAMES.employee, 400, 'server.noSuchEmployee');
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

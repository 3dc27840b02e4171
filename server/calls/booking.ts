import {
  formatDateTime,
  getToday,
  HttpError,
  hasOffset,
  isWallTime,
  parseLocalTime,
  type Services,
} from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import { WIRE_FIELD_NAMES } from '../../src/wire/appointments/newAppointment.ts';
import { findReasons } from '../plan/bookingReasons.ts';
import type { WhyNot } from '../plan/planRules.ts';
import { overlapping } from '../store/appointments.ts';
import { employeeByIdOrCode, holdAssignable } from '../store/people.ts';
import type { AppointmentRow } from '../store/schema.ts';

/**
 * Refuses (400) a deleted or inactive employee. Call in the transaction that assigns: it locks the employee, so that
 * other bookings wait.
 */
export async function refuseUnassignable(
  db: Db,
  employeeId: string,
  { store }: Pick<Services, 'store'>,
): Promise<void> {
  if (!(await holdAssignable(db, employeeId, store.kind)))
    throw HttpError.forField(WIRE_FIELD_NAMES.employee, 400, 'server.noSuchEmployee');
}

/** Asks for confirmation of an update. */
export interface Question {
  message: string;
  args?: Record<string, string | number>;
  /** Field name on the wire. */
  field?: string;
}

/** Refuses (409) an update until the person confirms all questions. */
export function refuseUntilConfirmed(questions: readonly (Question | undefined)[]): void {
  const [first, ...also] = questions.filter((one) => one !== undefined);
  if (!first) return;
  const { message, args, field } = first;
  throw new HttpError(409, message, {
    ...(args && { args }),
    ...(field && { errors: { [field]: message } }),
    moreMessages: also,
    // The flag of all such refusals on the wire.
    data: { overlap: true },
  });
}

/**
 * Asks before a booking less than VISIT_MINUTES from another pending visit of the employee. Call after
 * `refuseUnassignable`. The message does not name the other patient.
 */
async function overlapQuestion(
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

/** Questions before a booking, and the reasons behind them. */
export interface BookingQuestions {
  questions: Question[];
  reasons: WhyNot[];
}

/** Asks before a booking that overlaps, or that the rules of planning speak against. */
export async function bookingQuestions(
  db: Db,
  row: AppointmentRow,
  employeeId: string,
  services: Pick<Services, 'collections' | 'config'>,
): Promise<BookingQuestions> {
  const overlap = await overlapQuestion(db, row, employeeId, services);
  const reasons = await findReasons(db, row, employeeId, services);
  const against = reasons
    // The plain overlap says the same.
    .filter(({ code }) => !(overlap && code === 'overlap'))
    .map(({ code, parameters }) => ({
      message: `plan.reasons.${code}`,
      args: parameters,
      field: code === 'window' || code === 'holiday' ? 'appointmentDateTime' : WIRE_FIELD_NAMES.employee,
    }));
  return { questions: [...(overlap ? [overlap] : []), ...against], reasons };
}

/** Asks before a visit reported done is reassigned, moved or cancelled. */
export const doneQuestion = (before: AppointmentRow, now: AppointmentRow): Question | undefined =>
  before.visit_state === 'done' &&
  before.status === 'Pending' &&
  (before.employee_id !== now.employee_id || before.scheduled_at !== now.scheduled_at || now.status === 'Rejected')
    ? { message: 'server.reportedDone' }
    : undefined;

/** Asks before a pending visit is added on a past day, or moved to one. */
export const pastQuestion = (
  before: AppointmentRow | undefined,
  { status, scheduled_at: at }: AppointmentRow,
  { config: { timeZone } }: Pick<Services, 'config'>,
): Question | undefined =>
  status === 'Pending' && at !== before?.scheduled_at && getToday(timeZone, at) < getToday(timeZone)
    ? { message: 'server.pastDay', args: { time: formatDateTime(at, timeZone) }, field: 'appointmentDateTime' }
    : undefined;

/** Converts a wall time of the business. Refuses (400) a time skipped by daylight saving. */
export function visitMoment(text: string, zone: string): number {
  const at = parseLocalTime(text, zone);
  if (!hasOffset(text) && !isWallTime(text, at, zone))
    throw HttpError.forField('appointmentDateTime', 400, 'server.skippedTime');
  return at;
}

/** Finds the record id of an employee; null unassigns, undefined changes nothing. */
export async function employeeNamed(db: Db, named: string | undefined): Promise<string | null | undefined> {
  if (named === undefined || named === '') return named === '' ? null : undefined;
  const employee = await employeeByIdOrCode(db, named);
  if (!employee) throw HttpError.forField(WIRE_FIELD_NAMES.employee, 400, 'server.noSuchEmployee');
  return employee.id;
}

/** Counts the appointments that overlap with another pending one of the employee. */
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

import {
  formatDateTime,
  getToday,
  HttpError,
  hasOffset,
  isWallTime,
  parseLocalTime,
  type Services,
  toIsoString,
} from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import { WIRE_FIELD_NAMES } from '../../src/wire/appointments/newAppointment.ts';
import type { WhyNot } from '../../src/wire/appointments/whyNotCodes.ts';
import { employeeByIdOrCode, holdAssignable } from '../store/people.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { findReasonsAmong, type Question } from './planning/bookingRules.ts';

/**
 * Refuses (400) deleted and inactive employees. Call in the transaction that assigns: it locks the employees, so that
 * other bookings wait.
 */
export async function refuseUnassignable(
  db: Db,
  employees: readonly string[],
  { store }: Pick<Services, 'store'>,
): Promise<void> {
  if (employees.length > 0 && !(await holdAssignable(db, employees, store.kind)))
    throw HttpError.forField(WIRE_FIELD_NAMES.employee, 400, 'server.noSuchEmployee');
}

/** Throws 409 with the questions, if there are any. Call it if the request is not confirmed. */
export function refuseUntilConfirmed(questions: readonly (Question | undefined)[]): void {
  const [first, ...also] = questions.filter((one) => one !== undefined);
  if (!first) return;
  const { message, args, field } = first;
  throw new HttpError(409, message, {
    ...(args && { args }),
    ...(field && { errors: { [field]: message } }),
    moreMessages: also,
    // The flag of all such refusals on the wire.
    data: { overlap: true, ...(questions.some((one) => one?.keepsReason) && { reason: true }) },
  });
}

const DATE_CODES: readonly WhyNot['code'][] = [
  ...(['window', 'holiday', 'laboratoryClosed', 'closedDay', 'tubesTooOld', 'preparation'] as const),
];

/** True for reasons that do not depend on the employee. */
export const isOfVisit = ({ code }: WhyNot): boolean => DATE_CODES.includes(code);

/** Converts a reason against a booking to a question, at the field that was changed. Its text names no other patient. */
export const toQuestion = ({ code, parameters }: WhyNot, isMove: boolean): Question => ({
  message: `plan.reasons.${code}`,
  args: parameters,
  keepsReason: true,
  field: isMove || isOfVisit({ code, parameters }) ? 'appointmentDateTime' : WIRE_FIELD_NAMES.employee,
});

/** Returns the tests of a visit that is not stored yet. */
export const toKnownTests = ({ id }: AppointmentRow, tests: readonly string[] = []) =>
  tests.length > 0 ? { tests: new Map([[id, tests]]) } : {};

/**
 * Finds the reasons against a booking, and the questions about them. Call after `refuseUnassignable`, which makes other
 * bookings wait. A move keeps the employee.
 */
export async function bookingQuestions(
  db: Db,
  row: AppointmentRow,
  services: Pick<Services, 'collections' | 'config'>,
  {
    isMove = false,
    tests,
  }: { isMove?: boolean /** Ids, of a new visit. */; tests?: readonly string[] | undefined } = {},
): Promise<{ questions: Question[]; reasons: WhyNot[] }> {
  const reasons = (await findReasonsAmong(db, [row], services, toKnownTests(row, tests))).get(0) ?? [];
  return { questions: reasons.map((reason) => toQuestion(reason, isMove)), reasons };
}

/** Asks before a pending visit is added on a past day, or moved to one. */
export const pastQuestion = (
  before: AppointmentRow | undefined,
  { status, scheduled_at: at }: AppointmentRow,
  { config: { timeZone } }: Pick<Services, 'config'>,
): Question | undefined =>
  status === 'Pending' && at !== before?.scheduled_at && getToday(timeZone, at) < getToday(timeZone)
    ? { message: 'server.pastDay', args: { time: formatDateTime(at, timeZone) }, field: 'appointmentDateTime' }
    : undefined;

/** Converts a local time, or one with an offset, to ms. Refuses (400) years of five digits and skipped wall times. */
export function visitMoment(text: string, zone: string): number {
  const at = parseLocalTime(text, zone);
  if (toIsoString(at).startsWith('+')) throw HttpError.forField('appointmentDateTime', 400, 'validation.dateTime');
  if (!hasOffset(text) && !isWallTime(text, at, zone))
    throw HttpError.forField('appointmentDateTime', 400, 'server.skippedTime');
  return at;
}

/** Finds an employee's record id by id or code. '' gives null (unassign), undefined stays undefined (no change). */
export async function employeeNamed(db: Db, named: string | undefined): Promise<string | null | undefined> {
  if (named === undefined || named === '') return named === '' ? null : undefined;
  const employee = await employeeByIdOrCode(db, named);
  if (!employee) throw HttpError.forField(WIRE_FIELD_NAMES.employee, 400, 'server.noSuchEmployee');
  return employee.id;
}

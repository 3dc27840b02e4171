import { type CallHandlers, HttpError, notFound, type Services, transaction } from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import { type AppointmentValues, updateAppointment } from '../../../server/calls/appointmentChanges.ts';
import { oneToWire } from '../../../server/calls/appointmentWire.ts';
import {
  bookingQuestions,
  employeeNamed,
  pastQuestion,
  refuseUnassignable,
  refuseUntilConfirmed,
  visitMoment,
} from '../../../server/calls/booking.ts';
import { laboratoryOf, orNull } from '../../../server/calls/newAppointments.ts';
import { findOpenConflicts, keepOverrides } from '../../../server/calls/planning/bookingRules.ts';
import { sameQuestion } from '../../../server/calls/sameVisits.ts';
import { appointmentById, countUpTo, toAppointmentColumns } from '../../../server/store/appointments.ts';
import { holdAssignable } from '../../../server/store/people.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import { WIRE_FIELD_NAMES } from '../../../src/wire/appointments/newAppointment.ts';
import type { WhyNot } from '../../../src/wire/appointments/whyNotCodes.ts';
import { type AppointmentChange, type dispatchCalls, MAX_TAB_COUNT } from '../wire/dispatchApi.ts';
import { assignMany } from './assignMany.ts';
import { setStatusMany } from './changeMany.ts';
import { doneQuestion } from './doneQuestion.ts';
import { tabFilters } from './tabFilters.ts';
import { availability } from './visitAvailability.ts';

/** Returns the requested values that differ from the row. A cancel reason also sets the status Rejected. */
async function getChangedValues(
  db: Db,
  body: AppointmentChange,
  before: AppointmentRow,
  services: Services,
): Promise<AppointmentValues> {
  const { cancelReason, employeeId, [WIRE_FIELD_NAMES.laboratory]: name, version, confirmed, ...rest } = body;
  const { appointmentDateTime: at, overrideReason, cancelledBy, ...sent } = rest;
  const values = {
    ...(name !== undefined && (await laboratoryOf(db, name))),
    ...{ ...sent, age: orNull(sent.age), dateOfBirth: orNull(sent.dateOfBirth), fees: orNull(sent.fees) },
    ...(cancelReason && { status: 'Rejected', cancelReason }),
    cancelledBy: orNull(cancelledBy),
    appointmentDateTime: at && new Date(visitMoment(at, services.config.timeZone)).toISOString(),
    employee: await employeeNamed(db, employeeId),
  };
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined &&
    Object.entries(toAppointmentColumns(services, { [name]: value })).some(
      ([column, stored]) => stored !== before[column as keyof AppointmentRow],
    );
  return Object.fromEntries(Object.entries(values).filter(differs));
}

/** Refuses (409) to reassign or move a visit that is over or under way. */
export function refuseOver(before: AppointmentRow, now: AppointmentRow): void {
  const given = before.employee_id !== now.employee_id;
  const moved = before.scheduled_at !== now.scheduled_at;
  if (!((given || moved) && now.status !== 'Pending') && !(given && before.tracking_image)) return;
  throw HttpError.forField(given ? WIRE_FIELD_NAMES.employee : 'appointmentDateTime', 409, 'server.visitOver');
}

export const dispatchHandlers = {
  async changeAppointment({ params, body, ...calling }, services) {
    const { account } = calling;
    const row = await transaction({ ...calling, services }, async (tx) => {
      const { db } = tx;
      const before = await appointmentById(db, params.id);
      if (!before) throw notFound();
      if (body.version !== undefined && body.version !== before.version) throw new HttpError(409, 'server.stale');
      const values = await getChangedValues(db, body, before, services);
      const updated = { ...before, ...toAppointmentColumns(services, values) };
      refuseOver(before, updated);
      const given = before.employee_id !== updated.employee_id;
      const booked = given || before.scheduled_at !== updated.scheduled_at || before.status !== updated.status;
      const same = await sameQuestion(tx, before, updated);
      const questions = [doneQuestion(before, updated), pastQuestion(before, updated, services), same];
      let reasons: WhyNot[] = [];
      if (updated.employee_id && booked) {
        if (given) await refuseUnassignable(db, [updated.employee_id], services);
        // Locks the employee, so that other bookings wait.
        else await holdAssignable(db, [updated.employee_id], services.store.kind);
        const against = await bookingQuestions(db, updated, services, { isMove: !given });
        questions.push(...against.questions);
        reasons = against.reasons;
      }
      if (!body.confirmed) refuseUntilConfirmed(questions);
      const { version, confirmed, overrideReason, ...sent } = body;
      if (Object.keys(values).length === 0) return before;
      const now = await updateAppointment(tx, before.id, { ...values, version: before.version });
      const nested = await keepOverrides(tx, [{ row: now, reasons }], overrideReason);
      await tx.note(db, { fields: Object.keys(sent), nested });
      return now;
    });
    return { message: 'toasts.updated', data: await oneToWire(row, services, account) };
  },

  assignMany,
  setStatusMany,

  async appointmentCounts(_, services) {
    const tabs = { ...tabFilters(services.config.timeZone), all: {} };
    // The summary table counts these at once.
    const isCheap = (tab: string) => tab === 'unassigned' || tab === 'all';
    const counting = Object.entries(tabs).map(async ([tab, where]) => {
      const count = await countUpTo(services, where, isCheap(tab) ? undefined : MAX_TAB_COUNT);
      return [tab, count] as const;
    });
    const counts = Object.fromEntries(await Promise.all(counting)) as Record<keyof typeof tabs, number>;
    return { data: { ...counts, conflicts: (await findOpenConflicts(services)).size } };
  },

  availability,
} satisfies CallHandlers<typeof dispatchCalls>;

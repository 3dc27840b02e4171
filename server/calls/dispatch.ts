import {
  getDayRange,
  getToday,
  HttpError,
  notFound,
  type Publish,
  parseLocalTime,
  type Services,
  transaction,
} from 'portal-frame/server';
import { findAccountsByRole } from 'portal-frame/server/accounts';
import { type Db, toSearchKey } from 'portal-frame/server/database';
import { WIRE_FIELD_NAMES } from '../../src/wire/appointments/newAppointment.ts';
import { type AppointmentChange, MAX_BULK_APPOINTMENTS, MAX_TAB_COUNT } from '../../src/wire/dispatchApi.ts';
import { notify } from '../outbox/appointmentNotices.ts';
import { createAppointmentEvent } from '../outbox/liveChanges.ts';
import { keepOverride } from '../plan/bookingReasons.ts';
import type { WhyNot } from '../plan/planRules.ts';
import { type AppointmentUpdate, appointmentById, changeAppointment, countUpTo } from '../store/appointments.ts';
import { visitsOf } from '../store/availability.ts';
import { holdAssignable } from '../store/people.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { tabFilters } from './appointmentLists.ts';
import { setStatusMany } from './appointmentStatus.ts';
import { oneToWire } from './appointmentWire.ts';
import { assignMany } from './assignMany.ts';
import {
  bookingQuestions,
  doneQuestion,
  employeeNamed,
  pastQuestion,
  refuseUnassignable,
  refuseUntilConfirmed,
  visitMoment,
} from './booking.ts';
import type { Handlers } from './handler.ts';
import { laboratoryOf } from './newAppointments.ts';
import { updatePayments } from './visitPayments.ts';

const orNull = <V>(value: V | '' | undefined) => (value === '' ? null : value);

/** Returns the columns that differ from the row. */
async function updateOf(
  db: Db,
  body: AppointmentChange,
  before: AppointmentRow,
  { config }: Services,
): Promise<AppointmentUpdate> {
  const {
    patientName,
    fees,
    appointmentDateTime: at,
    cancelReason,
    employeeId,
    [WIRE_FIELD_NAMES.laboratory]: name,
  } = body;
  const laboratory = name === undefined ? undefined : await laboratoryOf(db, name);
  const status = cancelReason ? 'Rejected' : body.status;
  const update: AppointmentUpdate = {
    patient_name: patientName,
    patient_key: patientName === undefined ? undefined : toSearchKey(patientName),
    email: body.email,
    age: orNull(body.age),
    contact_number: body.contactNumber,
    account_number: body.accountNumber,
    address: body.address,
    date_of_birth: orNull(body.dateOfBirth),
    gender: body.gender,
    priority: body.priorityLevel,
    fees_cents: fees === undefined ? undefined : fees === '' ? null : Math.round(fees * 100),
    scheduled_at: at === undefined ? undefined : visitMoment(at, config.timeZone),
    instructions: body.specialInstructions,
    employee_id: await employeeNamed(db, employeeId),
    laboratory: laboratory?.name,
    laboratory_id: laboratory && (laboratory.laboratory?.id ?? null),
    status,
    cancel_reason: cancelReason || (status !== undefined && status !== 'Rejected') ? cancelReason || null : undefined,
  };
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== before[name as keyof AppointmentRow];
  return Object.fromEntries(Object.entries(update).filter(differs));
}

/** Refuses (409) to reassign or move a visit that is over or under way. */
export function refuseOver(before: AppointmentRow, now: AppointmentRow): void {
  const given = before.employee_id !== now.employee_id;
  const moved = before.scheduled_at !== now.scheduled_at;
  if ((given || moved) && now.status !== 'Pending') throw new HttpError(409, 'server.visitOver');
  if (given && before.tracking_image) throw new HttpError(409, 'server.visitOver');
}

async function notifyChange(db: Db, publish: Publish, services: Services, before: AppointmentRow, now: AppointmentRow) {
  const given = before.employee_id !== now.employee_id;
  if (given && before.employee_id) await notify(db, publish, services, 'unassigned', before);
  if (given && now.employee_id) await notify(db, publish, services, 'assigned', now);
  if (before.laboratory_id && before.laboratory_id !== now.laboratory_id)
    await notify(db, publish, services, 'withdrawn', before);
  if (before.status !== now.status)
    await notify(db, publish, services, now.cancel_reason ? 'cancelled' : 'status', now);
  else if (before.scheduled_at !== now.scheduled_at) {
    // The new employee was notified of the time with the assignment.
    await notify(db, publish, services, 'moved', given ? { ...now, employee_id: null } : now);
  } else if (!given) await notify(db, publish, services, 'edited', now);
  publish(createAppointmentEvent(now, 'change'));
  if (given || before.laboratory_id !== now.laboratory_id) publish(createAppointmentEvent(before, 'change'));
}

/** Parses times separated by commas; null if one is invalid. */
function momentsOf(text: string, zone: string): number[] | null {
  try {
    return text.split(',').map((one) => parseLocalTime(one, zone));
  } catch {
    return null;
  }
}

export const dispatchHandlers: Handlers<
  'changeAppointment' | 'assignMany' | 'setStatusMany' | 'appointmentCounts' | 'availability'
> = {
  async changeAppointment({ params, body, ...calling }, services) {
    const { account } = calling;
    const row = await transaction({ ...calling, services }, async (tx) => {
      const { db, publish } = tx;
      const before = await appointmentById(db, params.id);
      if (!before) throw notFound();
      if (body.version !== undefined && body.version !== before.version) throw new HttpError(409, 'server.stale');
      const update = await updateOf(db, body, before, services);
      const updated = { ...before, ...update };
      refuseOver(before, updated);
      const given = before.employee_id !== updated.employee_id;
      const booked = given || before.scheduled_at !== updated.scheduled_at || before.status !== updated.status;
      const questions = [doneQuestion(before, updated), pastQuestion(before, updated, services)];
      let reasons: WhyNot[] = [];
      if (updated.employee_id && booked) {
        if (given) await refuseUnassignable(db, updated.employee_id, services);
        // Locks the employee, so that other bookings wait.
        else await holdAssignable(db, updated.employee_id, services.store.kind);
        const against = await bookingQuestions(db, updated, updated.employee_id, services);
        questions.push(...against.questions);
        reasons = against.reasons;
      }
      if (!body.confirmed) refuseUntilConfirmed(questions);
      const { version, confirmed, overrideReason, ...sent } = body;
      if (Object.keys(update).length === 0) return before;
      const now = await changeAppointment(db, before, update);
      if (!now) throw new HttpError(409, 'server.stale');
      await updatePayments(tx, [{ before, now }]);
      await notifyChange(db, publish, services, before, now);
      const nested = await keepOverride(tx, now, reasons, overrideReason);
      await tx.note(db, { fields: Object.keys(sent), nested });
      return now;
    });
    return { message: 'toasts.updated', data: await oneToWire(row, services, account) };
  },

  assignMany,
  setStatusMany,

  async appointmentCounts(_, services) {
    const filters = tabFilters(services.config.timeZone);
    const count = (tab: keyof typeof filters, most?: number) => countUpTo(services, filters[tab], most);
    const [unassigned, ofToday, upcoming, late, done, all] = await Promise.all([
      count('unassigned'),
      count('today', MAX_TAB_COUNT),
      count('upcoming', MAX_TAB_COUNT),
      count('late', MAX_TAB_COUNT),
      count('done', MAX_TAB_COUNT),
      countUpTo(services, {}),
    ]);
    return { data: { unassigned, today: ofToday, upcoming, late, done, all } };
  },

  async availability({ query }, { db, config }) {
    const moments = momentsOf(query.at, config.timeZone);
    if (!moments || moments.length > MAX_BULK_APPOINTMENTS) throw HttpError.forField('at', 400, 'validation.dateTime');
    const days = [...new Set(moments.map((at) => getToday(config.timeZone, at)))];
    const but = new Set(query.but?.split(','));
    const found = await Promise.all(days.map((day) => visitsOf(db, getDayRange(day, config.timeZone))));
    const visits = Map.groupBy(
      found.flat().filter(({ id }) => !but.has(id)),
      ({ employeeId }) => employeeId,
    );
    const length = config.visitMinutes * 60_000;
    const [first = 0] = moments;
    const employees = (await findAccountsByRole(db, 'employee')).filter((one) => one.is_active === 1);
    return {
      data: employees.map(({ id }) => {
        const own = visits.get(id) ?? [];
        const pending = own.filter((visit) => visit.pending);
        const distances = own.map(({ at }) => Math.abs(at - first));
        return {
          _id: id,
          visits: own.length,
          overlapping: moments.filter((at) => pending.some((visit) => Math.abs(visit.at - at) < length)).length,
          nearest: distances.length > 0 ? Math.round(Math.min(...distances) / 60_000) : null,
        };
      }),
    };
  },
};

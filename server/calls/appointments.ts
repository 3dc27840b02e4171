import { getServerTexts, HttpError, notFound, transaction } from 'portal-frame/server';
import { findLiveSession } from 'portal-frame/server/accounts';
import { WIRE_FIELD_NAMES } from '../../src/wire/appointments/newAppointment.ts';
import { appointmentById, lockAppointment } from '../store/appointments.ts';
import { employeeByIdOrCode } from '../store/people.ts';
import { updateAppointment } from './appointmentChanges.ts';
import { oneToWire, ownerOf, toWire, withoutPatient } from './appointmentWire.ts';
import { bookingQuestions, refuseUnassignable, refuseUntilConfirmed } from './booking.ts';
import type { SomeHandlers } from './handler.ts';
import { create, laboratoryOf } from './newAppointments.ts';
import { keepOverrides } from './planning/bookingRules.ts';
import { sameQuestion } from './sameVisits.ts';

export const appointmentHandlers = {
  async adminCreateAppointment(input, services) {
    const { employeeId: code, [WIRE_FIELD_NAMES.laboratory]: name, laboratoryId } = input.body;
    const employee = await employeeByIdOrCode(services.db, code);
    if (!employee) throw HttpError.forField(WIRE_FIELD_NAMES.employee, 400, 'server.noSuchEmployee');
    return create(input, { employee: employee.id, ...(await laboratoryOf(services.db, name, laboratoryId)) }, services);
  },

  async laboratoryCreateAppointment(input, services) {
    return create(input, { employee: null, ...(await laboratoryOf(services.db, '', input.account.id)) }, services);
  },

  async updateAppointment({ params, body, ...calling }, services) {
    const { account } = calling;
    const row = await transaction({ ...calling, services }, async (tx) => {
      const { status, cancelReason, cancelledBy } = body;
      const before = await lockAppointment(tx.db, params.id, services.store.kind);
      if (before && !body.confirmed) refuseUntilConfirmed([await sameQuestion(tx, before, { ...before, status })]);
      const said = { ...(cancelReason && { cancelReason }), ...(cancelledBy && { cancelledBy }) };
      const row = await updateAppointment(tx, params.id, { status, ...said });
      await tx.note(tx.db, { nested: [] });
      return row;
    });
    return { message: 'toasts.statusUpdated', data: await oneToWire(row, services, account) };
  },

  async assignAppointment({ params, body, ...calling }, services) {
    const { account, request } = calling;
    const { db } = services;
    const found = await appointmentById(db, params.id);
    if (!found) throw notFound();
    const employee = await employeeByIdOrCode(db, body.employeeId);
    if (!employee) throw HttpError.forField(WIRE_FIELD_NAMES.employee, 400, 'server.noSuchEmployee');
    const row = await transaction({ ...calling, services }, async (tx) => {
      await refuseUnassignable(tx.db, [employee.id], services);
      const before = await lockAppointment(tx.db, params.id, services.store.kind);
      if (!before || before.employee_id) throw new HttpError(409, 'server.alreadyAssigned');
      const against = await bookingQuestions(tx.db, { ...before, employee_id: employee.id }, services);
      if (!body.confirmed) refuseUntilConfirmed(against.questions);
      const assigned = await updateAppointment(tx, params.id, { employee: employee.id });
      const nested = await keepOverrides(tx, [{ row: assigned, reasons: against.reasons }], body.overrideReason);
      await tx.note(tx.db, { nested });
      return assigned;
    });
    // The reply's data contains the message too (spec 7).
    const answer = getServerTexts(request.headers['accept-language']).formatMessage('toasts.assigned');
    return { message: 'toasts.assigned', data: { message: answer, ...(await oneToWire(row, services, account)) } };
  },

  async uploadTracking({ params, files, ...calling }, services) {
    const { account } = calling;
    const [image] = files.image;
    if (!image) throw HttpError.forField('image', 400, 'errors.noFile');
    const found = await appointmentById(services.db, params.id, ownerOf(account));
    if (!found) throw notFound();
    const row = await transaction({ ...calling, services }, async (tx) => {
      const before = await lockAppointment(tx.db, params.id, services.store.kind);
      if (before?.employee_id !== account.id || before.tracking_image)
        throw new HttpError(409, 'server.alreadyTracked');
      const tracked = await updateAppointment(tx, params.id, { trackingImage: image });
      await tx.note(tx.db, { nested: [] });
      return tracked;
    });
    const { db, config } = services;
    // The photo may arrive after the session became idle. Such a session must not see patient data.
    const inUse = await findLiveSession(db, account.sessionId, account.id, config.idleMinutes);
    const answer = inUse ? await oneToWire(row, services, account) : toWire(withoutPatient(row), services, account);
    return { message: 'toasts.trackingUploaded', data: answer };
  },
} satisfies SomeHandlers;

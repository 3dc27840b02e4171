import type { FastifyRequest } from 'fastify';
import type { RecordValues } from 'portal-frame';
import { getDayRange, getToday, records, type Services, systemContext, transaction } from 'portal-frame/server';
import { createRequestActivity } from 'portal-frame/server/routes';
import { findMoveTimes } from '../../../server/calls/planning/bookingRules.ts';
import { mayChange } from '../../../server/calls/planning/changePolicy.ts';
import { notifyAdmins } from '../../../server/outbox/appointmentNotices.ts';
import { createAppointmentEvent } from '../../../server/outbox/liveChanges.ts';
import { appointmentById, countStopsBefore } from '../../../server/store/appointments.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import { findWireOrders } from '../../../server/visitOrders.ts';
import type { DeclineReason, VisitAnswer, WireOrder } from '../../../src/wire/orderApi.ts';
import { answerConfirmation, confirmationBy, type VisitConfirmationRow } from './visitConfirmations.ts';

/** An open question, or the reason why there is none. */
export type Confirmation =
  | {
      /** Confirmed visits may still be declined. */
      state: 'open' | 'confirmed';
      visit: AppointmentRow;
      question: VisitConfirmationRow;
      fasts: boolean;
      /** Fasting hours and distinct instructions of the tests. */
      preparation: { hours: number; texts: string[] };
      /** On the day of the visit: open visits of the employee before it. */
      stops: number | null;
      /** Times to which the patient may move it; undefined if the policy forbids changes. */
      times: readonly number[] | undefined;
    }
  /** Its time has come, but the employee has not reported it. */
  | { state: 'waiting'; visit: AppointmentRow; stops: number | null }
  | { state: 'declined' | 'cancelled' | 'over' | 'changed' | 'unknown' };

export interface PatientAnswer {
  answer: VisitAnswer;
  reason?: DeclineReason;
  prepared?: boolean;
}

function getPreparation(order: WireOrder | undefined) {
  const tests = order?.tests ?? [];
  const texts = tests.map(({ preparation }) => preparation.trim()).filter(Boolean);
  return { hours: Math.max(0, ...tests.map(({ fastingHours }) => fastingHours)), texts: [...new Set(texts)] };
}

/** Finds the question of a link's token, or the reason why it cannot be answered. */
export async function findConfirmation(services: Services, token: string, now = Date.now()): Promise<Confirmation> {
  const question = await confirmationBy(services.db, token);
  if (!question) return { state: 'unknown' };
  const visit = await appointmentById(services.db, question.appointment_id);
  if (question.answer === 'declined') return { state: visit?.status === 'Rejected' ? 'cancelled' : 'declined' };
  if (visit?.status !== 'Pending' || visit.scheduled_at !== question.scheduled_at) return { state: 'changed' };
  // It may be made earlier than planned.
  if (visit.visit_state !== null && visit.visit_state !== 'started') return { state: 'over' };
  const { timeZone } = services.config;
  const today = getToday(timeZone, now);
  const isToday = getToday(timeZone, visit.scheduled_at) === today;
  const knowsStops = isToday && visit.employee_id !== null;
  const stops = knowsStops ? await countStopsBefore(services.db, visit, getDayRange(today, timeZone)) : null;
  if (visit.scheduled_at <= now) return stops === null ? { state: 'over' } : { state: 'waiting', visit, stops };
  const order = (await findWireOrders(services, [visit])).get(visit.id);
  const preparation = getPreparation(order);
  const state = question.answer === 'confirmed' ? 'confirmed' : 'open';
  const times = mayChange(services.config, visit, now)
    ? await findMoveTimes(services, visit, 'patient', now)
    : undefined;
  return { state, visit, question, fasts: preparation.hours > 0, preparation, stops, times };
}

/** Saves a patient's answer and its consequences in one transaction; returns the new state. */
export async function saveAnswer(
  services: Services,
  request: FastifyRequest,
  token: string,
  { answer, reason, prepared }: PatientAnswer,
): Promise<Confirmation> {
  const asked = await findConfirmation(services, token);
  const takesBack = asked.state === 'confirmed' && answer === 'declined';
  if (asked.state !== 'open' && !takesBack) return asked;
  const { question, fasts } = asked;
  const order = (await findWireOrders(services, [asked.visit])).get(asked.visit.id);
  const fasting = prepared ? 'confirmed' : reason === 'notPrepared' ? 'notFasting' : undefined;
  const changes: RecordValues = {
    ...(fasts && fasting && { fasting, fastingAt: new Date().toISOString() }),
    ...(order && { declinedAt: answer === 'declined' ? new Date().toISOString() : null }),
    // The time of a redraw was only proposed.
    ...(answer === 'confirmed' && order?.redrawOf && { proposedFor: null }),
  };
  const fields = Object.keys(changes);
  const action = answer;
  const { note } = createRequestActivity(services, request, { operation: 'change', resource: 'appointments', action });
  // Patients have no account, so the order changes on behalf of the system.
  await transaction({ ...systemContext(services), request, note }, async (tx) => {
    const { db, publish } = tx;
    const isSaved = await answerConfirmation(db, question, { answer, reason: reason ?? null });
    // The visit may have changed since.
    const visit = await appointmentById(db, question.appointment_id);
    if (!isSaved || visit?.status !== 'Pending' || visit.scheduled_at !== question.scheduled_at) return;
    if (order && fields.length > 0) await records(tx).update('testOrders', order._id, changes, { action: 'patient' });
    if (answer === 'declined') await notifyAdmins(tx, 'declined', visit, { ...(reason && { declineReason: reason }) });
    publish(createAppointmentEvent(visit, 'change'));
    const noted = { operation: 'change', resource: 'testOrders', recordId: order?._id ?? '', fields } as const;
    const also = order && fields.length > 0 ? [noted] : [];
    await tx.note(db, { recordId: visit.id, fields: ['confirmation'], nested: also });
  });
  return findConfirmation(services, token);
}

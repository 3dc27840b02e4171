import type { FastifyRequest } from 'fastify';
import {
  getServerTexts,
  HttpError,
  records,
  type Services,
  systemContext,
  type TransactionContext,
  transaction,
} from 'portal-frame/server';
import { createRequestActivity } from 'portal-frame/server/routes';
import { type AppointmentValues, updateAppointment } from '../../../server/calls/appointmentChanges.ts';
import { findRefusal, type RefusedChange } from '../../../server/calls/planning/changePolicy.ts';
import { notifyAdmins } from '../../../server/outbox/appointmentNotices.ts';
import { appointmentById, lockAppointment, toAppointmentColumns } from '../../../server/store/appointments.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import { findWireOrders } from '../../../server/visitOrders.ts';
import type { DeclineReason, WireOrder } from '../../../src/wire/orderApi.ts';
import {
  answerConfirmation,
  confirmationBy,
  moveConfirmation,
  type VisitConfirmationRow,
} from './visitConfirmations.ts';

/** A patient's change of a visit. */
export type PatientChange = { answer: 'moved'; at: number } | { answer: 'cancelled'; reason: DeclineReason };

interface OpenVisit {
  question: VisitConfirmationRow;
  visit: AppointmentRow;
  order: WireOrder | undefined;
}

/** Locks the visit of a link. Undefined if the link no longer stands for it. */
async function lockVisit(
  { db, services }: TransactionContext,
  token: string,
): Promise<Omit<OpenVisit, 'order'> | undefined> {
  const question = await confirmationBy(db, token);
  const visit = question && (await lockAppointment(db, question.appointment_id, services.store.kind));
  const isOpen = visit?.status === 'Pending' && visit.scheduled_at === question?.scheduled_at;
  return isOpen && question?.answer !== 'declined' ? { question, visit } : undefined;
}

/** Saves what the answer means for the order of the visit. */
async function saveOrder(tx: TransactionContext, { order }: OpenVisit, answer: PatientChange['answer']) {
  if (!order) return [];
  // The time of a redraw was only proposed.
  const moved = order.redrawOf ? { proposedFor: null } : {};
  const changes = answer === 'moved' ? moved : { declinedAt: new Date().toISOString() };
  if (Object.keys(changes).length === 0) return [];
  await records(tx).update('testOrders', order._id, changes, { action: 'patient' });
  const fields = Object.keys(changes);
  return [{ operation: 'change', resource: 'testOrders', recordId: order._id, fields } as const];
}

async function makeChange(
  tx: TransactionContext,
  open: OpenVisit,
  change: PatientChange,
): Promise<RefusedChange | undefined> {
  const { db, services } = tx;
  const { question, visit } = open;
  const refused = await findRefusal(tx, visit, 'patient', change.answer === 'moved' ? change.at : undefined);
  if (refused) return refused;
  let values: AppointmentValues;
  if (change.answer === 'moved') {
    values = { appointmentDateTime: new Date(change.at).toISOString() };
    await moveConfirmation(
      db,
      question,
      change.at,
      open.order?.tests.some(({ fastingHours }) => fastingHours > 0) ?? false,
    );
  } else {
    const { translate } = getServerTexts('en');
    const reason = translate(`orders.declined.${change.reason}`);
    const cancelReason = translate('confirmation.cancelReason', { reason });
    values = { status: 'Rejected', cancelReason, cancelledBy: 'patient' };
    await answerConfirmation(db, question, { answer: 'declined', reason: change.reason });
  }
  const now = await updateAppointment(tx, visit.id, values);
  const kind = change.answer === 'moved' ? 'movedByPatient' : 'cancelledByPatient';
  await notifyAdmins(tx, kind, now, {
    ...(change.answer === 'cancelled' && { declineReason: change.reason }),
  });
  const nested = await saveOrder(tx, open, change.answer);
  const fields = [...Object.keys(toAppointmentColumns(services, values)), 'confirmation'];
  await tx.note(db, { recordId: visit.id, fields, nested });
  return undefined;
}

/** Moves or cancels the visit of a link in one transaction. Returns why it did not; a repeated change does nothing. */
export async function changeVisit(
  services: Services,
  request: FastifyRequest,
  token: string,
  change: PatientChange,
): Promise<RefusedChange | undefined> {
  const audited = { operation: 'change', resource: 'appointments', action: change.answer } as const;
  const { note } = createRequestActivity(services, request, audited);
  try {
    // Patients have no account, so the visit changes on behalf of the system.
    const question = await confirmationBy(services.db, token);
    const asked = question && (await appointmentById(services.db, question.appointment_id));
    const order = asked && (await findWireOrders(services, [asked])).get(asked.id);
    return await transaction({ ...systemContext(services), request, note }, async (tx) => {
      const open = await lockVisit(tx, token);
      const isDone = open && change.answer === 'moved' && open.visit.scheduled_at === change.at;
      return open && !isDone ? makeChange(tx, { ...open, order }, change) : undefined;
    });
  } catch (error) {
    // Somebody else changed the visit meanwhile: the page shows how it is now.
    if (error instanceof HttpError && error.status === 409) return undefined;
    throw error;
  }
}

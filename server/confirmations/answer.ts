import type { FastifyRequest } from 'fastify';
import { audited } from '../../frame/server/audit/audited.ts';
import type { Db } from '../../frame/server/db/databaseSchema.ts';
import type { Account } from '../../frame/server/http/handler.ts';
import { type Publish, transact } from '../../frame/server/outbox/transact.ts';
import type { Scene } from '../../frame/server/records/read/operationContext.ts';
import { collectionDb } from '../../frame/server/records/schema/collectionDb.ts';
import type { Values } from '../../frame/server/records/schema/recordRow.ts';
import { writeChange } from '../../frame/server/records/write/writeRecord.ts';
import { rowToChange } from '../../frame/server/records/write/writeTransaction.ts';
import type { Services } from '../../frame/server/services.ts';
import type { DeclineReason, VisitAnswer, WireOrder } from '../../src/wire/orders.ts';
import { ordersFor } from '../orders/order.ts';
import { orderPlaces } from '../orders/places.ts';
import { appointmentEvent } from '../outbox/events.ts';
import { notify } from '../outbox/notify.ts';
import { appointmentById } from '../store/appointments.ts';
import type { AppointmentRow, VisitConfirmationRow } from '../store/schema.ts';
import { answerConfirmation, confirmationBy } from '../store/visitConfirmations.ts';

/** What a link leads to: a question that is open, or why it is none. */
export type Asked =
  | {
      /** A confirmed visit may still be declined. */
      state: 'open' | 'confirmed';
      visit: AppointmentRow;
      question: VisitConfirmationRow;
      fasts: boolean;
      /** Hours without food, and the tests' own words, each once. */
      preparation: { hours: number; texts: string[] };
    }
  | { state: 'declined' | 'over' | 'changed' | 'unknown' };

export interface Answered {
  answer: VisitAnswer;
  reason?: DeclineReason;
  /** They follow the preparation they were given. */
  prepared?: boolean;
}

function preparationFor(order: WireOrder | undefined) {
  const tests = order?.tests ?? [];
  const texts = tests.map(({ preparation }) => preparation.trim()).filter(Boolean);
  return { hours: Math.max(0, ...tests.map(({ fastingHours }) => fastingHours)), texts: [...new Set(texts)] };
}

/** What the link with this token asks. Reads alone. */
export async function askedBy(services: Services, token: string, now = Date.now()): Promise<Asked> {
  const question = await confirmationBy(services.db, token);
  if (!question) return { state: 'unknown' };
  if (question.answer === 'declined') return { state: 'declined' };
  const visit = await appointmentById(services.db, question.appointment_id);
  if (visit?.status !== 'Pending' || visit.scheduled_at !== question.scheduled_at) return { state: 'changed' };
  if (visit.scheduled_at <= now) return { state: 'over' };
  const order = (await ordersFor(services, [visit])).get(visit.id);
  const preparation = preparationFor(order);
  const state = question.answer === 'confirmed' ? 'confirmed' : 'open';
  return { state, visit, question, fasts: preparation.hours > 0, preparation };
}

/** Nobody with an account: the order is changed for the system, as its patient said. */
const PATIENT: Account = { id: '', role: 'admin', sessionId: '', reauthenticatedAt: 0 };

/** Notes in the visit's order the consequences of its patient's answer. */
async function noteInOrder(
  db: Db,
  publish: Publish,
  { services, request, orderId }: { services: Services; request: FastifyRequest; orderId: string },
  values: Values,
): Promise<void> {
  const collection = orderPlaces(services)?.testOrders;
  if (!collection) return;
  const audit = audited(services, request, null);
  const found = { collections: services.collections, audit, request, log: request.log, done: [], along: [], freed: [] };
  const scene: Scene = { services, collection, account: PATIENT, ...found };
  const writing = collectionDb(db as never);
  const row = await rowToChange(scene, writing, orderId);
  await writeChange(scene, writing, publish, { row, values, entries: new Map(), name: 'patient' });
}

/** Keeps a patient's answer with all its consequences, in one transaction; gives what the link leads to now. */
export async function answer(
  services: Services,
  request: FastifyRequest,
  token: string,
  { answer, reason, prepared }: Answered,
): Promise<Asked> {
  const asked = await askedBy(services, token);
  const takesBack = asked.state === 'confirmed' && answer === 'declined';
  if (asked.state !== 'open' && !takesBack) return asked;
  const { question, fasts } = asked;
  const order = (await ordersFor(services, [asked.visit])).get(asked.visit.id);
  const fasting = prepared ? 'confirmed' : reason === 'notPrepared' ? 'notFasting' : undefined;
  const changes: Values = {
    ...(fasts && fasting && { fasting, fastingAt: new Date().toISOString() }),
    ...(order && { declinedAt: answer === 'declined' ? new Date().toISOString() : null }),
    // Of a redraw: the time was a proposal.
    ...(answer === 'confirmed' && order?.redrawOf && { proposedFor: null }),
  };
  const fields = Object.keys(changes);
  await transact(services, async (db, publish) => {
    const kept = await answerConfirmation(db, question, { answer, reason: reason ?? null });
    // Read once more: it may be moved or cancelled by now.
    const visit = await appointmentById(db, question.appointment_id);
    if (!kept || visit?.status !== 'Pending' || visit.scheduled_at !== question.scheduled_at) return;
    if (order && fields.length > 0) await noteInOrder(db, publish, { services, request, orderId: order._id }, changes);
    if (answer === 'declined')
      await notify(db, publish, services, 'declined', visit, { ...(reason && { declined: reason }) });
    publish(appointmentEvent(visit, 'change'));
    const { note } = audited(services, request, { operation: 'change', resource: 'appointments', action: answer });
    const noted = { operation: 'change', resource: 'testOrders', recordId: order?._id ?? '', fields } as const;
    const also = order && fields.length > 0 ? [noted] : [];
    await note(db, { recordId: visit.id, fields: ['confirmation'], also });
  });
  return askedBy(services, token);
}

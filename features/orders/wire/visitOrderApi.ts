import { asObject, declareCalls, failureTexts } from 'portal-frame';
import {
  type ChangeBinding,
  nullable,
  type OneBinding,
  wireChoice,
  wireChoices,
  wireObject,
  wireText,
} from 'portal-frame/wire';
import { z } from 'zod';
import { DECLINE_REASONS, GAPS, readOrder, VISIT_ANSWERS, wireOrder } from '../../../src/wire/orderApi.ts';

const visitConfirmation = wireObject({
  answer: wireChoice(VISIT_ANSWERS, null),
  reason: nullable(wireChoice(DECLINE_REASONS, null)),
  at: wireText,
});

const gaps = wireChoices(GAPS);

const { get } = declareCalls({ feature: 'orders', failure: failureTexts('errors.visitOrder') });

export const orderCalls = {
  visitOrder: get('/common/get-visit-order/{id}', {
    summary: 'The order of an appointment, with the tubes that it takes in the order of draw, and what is missing.',
    data: z.object({
      order: wireOrder.nullable(),
      gaps: gaps.schema,
      confirmation: visitConfirmation.schema.nullable(),
    }),
  }),
};

/** Reads a patient's answer; null if there is none. */
export function readVisitConfirmation(value: unknown) {
  const { answer, ...rest } = visitConfirmation.read(value);
  return answer && { answer, ...rest };
}
export type VisitConfirmation = NonNullable<ReturnType<typeof readVisitConfirmation>>;

/** Copies the order of an earlier appointment without its requisition number. */
const duplicateOrder: OneBinding = {
  call: orderCalls.visitOrder,
  read: (data, { id }) => {
    const order = readOrder(asObject(data).order);
    return order && { id, tests: order.tests.map((test) => test.id), orderedBy: order.orderedBy };
  },
};

const showOrder: ChangeBinding = { call: orderCalls.visitOrder };

/** Requests of the action that shows an order. */
export const orderActions = { order: { admin: showOrder, employee: showOrder, laboratory: showOrder } };

/** Additional values for a duplicate of an appointment. */
export const orderDuplicates = { admin: duplicateOrder, laboratory: duplicateOrder };

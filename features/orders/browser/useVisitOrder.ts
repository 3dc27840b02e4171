import { useQuery } from '@tanstack/react-query';
import { asObject } from 'portal-frame';
import { callQuery, hasFeature } from 'portal-frame/browser';
import { readGaps, readOrder } from '../../../src/wire/orderApi.ts';
import { orderCalls, readVisitConfirmation } from '../wire/visitOrderApi.ts';

function readVisitOrder(data: unknown) {
  const { order, gaps, confirmation } = asObject(data);
  return { order: readOrder(order), gaps: readGaps(gaps), confirmation: readVisitConfirmation(confirmation) };
}

/** Fetches an appointment's order, its gaps and the patient's answer. */
export const useVisitOrder = (id: string) =>
  useQuery({
    ...callQuery(['appointments', 'order', id], orderCalls.visitOrder, readVisitOrder, { params: { id } }),
    enabled: hasFeature('orders'),
  });

import { useQuery } from '@tanstack/react-query';
import { request } from '../../../frame/dataProvider/request.ts';
import { hasFeature } from '../../../frame/session/session.ts';
import { asObject } from '../../../frame/wire/wireValues.ts';
import { orderCalls, readGaps, readOrder, readVisitConfirmation } from '../../wire/orderApi.ts';

/** Fetches an appointment's order, its gaps and the patient's answer. */
export const useVisitOrder = (id: string) =>
  useQuery({
    queryKey: ['appointments', 'order', id],
    queryFn: async ({ signal }) => {
      const reply = asObject(await request(orderCalls.visitOrder, { params: { id }, signal }));
      return {
        order: readOrder(reply.order),
        gaps: readGaps(reply.gaps),
        confirmation: readVisitConfirmation(reply.confirmation),
      };
    },
    enabled: hasFeature('orders'),
  });

import { useQuery } from '@tanstack/react-query';
import { request } from '../../../frame/dataProvider/request.ts';
import { hasFeature } from '../../../frame/session/session.ts';
import { asObject } from '../../../frame/wire/wireValues.ts';
import { orderCalls, readGaps, readOrder, readVisitConfirmation } from '../../wire/orderApi.ts';

/** The order of an appointment, with what is missing for it and what the patient answered. */
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

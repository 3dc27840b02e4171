import { call, failureTexts } from 'portal-frame';
import { defineEndpoint, records } from 'portal-frame/server';
import { z } from 'zod';

export default defineEndpoint({
  call: call({
    method: 'POST',
    path: '/parcels/packed',
    roles: ['admin'],
    summary: 'Adds a packed parcel.',
    body: z.object({ code: z.string() }),
    data: z.object({ id: z.string() }),
    failure: failureTexts('errors.save'),
  }),
  async handle({ body, ...input }, services) {
    const parcel = await records({ ...input, services }).create('parcels', body);
    return { data: { id: String(parcel.id) } };
  },
});

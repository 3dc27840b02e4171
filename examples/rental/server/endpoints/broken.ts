import { call, failureTexts } from 'portal-frame';
import { defineEndpoint, records, transaction } from 'portal-frame/server';
import { z } from 'zod';

/** Takes an item out of use: adds a repair and begins it, or does nothing. */
export default defineEndpoint({
  call: call({
    method: 'POST',
    path: '/items/{id}/broken',
    roles: ['manager', 'clerk'],
    summary: 'Begins the repair of an item.',
    body: z.object({ problem: z.string(), mechanic: z.string() }),
    data: z.object({ repair: z.string() }),
    failure: failureTexts('errors.save'),
  }),
  async handle({ params, body, ...input }, services) {
    const repair = await transaction({ ...input, services }, async (tx) => {
      const { id } = await records(tx).create('maintenance', { ...body, item: params.id });
      await records(tx).transition('maintenance', id, 'begin');
      return id;
    });
    return { data: { repair } };
  },
});

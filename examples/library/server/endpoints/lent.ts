import { defineEndpoint, records } from 'portal-frame/server';
import { lent } from '../../src/wire/lent.ts';

/** Counts loans by their state. */
export default defineEndpoint({
  call: lent,
  activity: null,
  async handle(input, services) {
    return { data: { count: await records({ ...input, services }).count('loans', { where: { state: 'Lent' } }) } };
  },
});

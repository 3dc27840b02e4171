import { call, failureTexts } from 'portal-frame';
import { z } from 'zod';

/** Number of volumes on loan. */
export const lent = call({
  method: 'GET',
  path: '/loans/lent',
  roles: ['librarian'],
  summary: 'How many volumes are lent.',
  data: z.object({ count: z.number() }),
  failure: failureTexts('desk.failed'),
});

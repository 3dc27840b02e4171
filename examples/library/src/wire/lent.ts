import { call, failureTexts } from 'portal-frame';
import { z } from 'zod';

/** How many volumes are out. */
export const lent = call({
  method: 'GET',
  path: '/loans/lent',
  roles: ['librarian'],
  summary: 'How many volumes are lent.',
  data: z.object({ count: z.number() }),
  failure: failureTexts('desk.failed'),
});

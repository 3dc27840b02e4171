import { defineHooks } from 'portal-frame/server';
import timeOff from '../../src/resources/timeOff.ts';

export default defineHooks(timeOff, {
  before: {
    /** Time off that an admin enters needs no approval. */
    create: ({ account }) => (account?.role === 'employee' ? {} : { state: 'approved' as const }),
  },
});

import { defineHooks } from 'portal-frame/server';
import laboratories from '../../src/resources/laboratories.ts';
import { spreadName } from '../calls/people.ts';

export default defineHooks(laboratories, {
  before: {
    /** A new name settles the request for one. */
    change: ({ values: { fullName }, before }) =>
      fullName !== undefined && fullName !== before.fullName ? { requestedName: null } : {},
  },
  after: { change: spreadName('laboratory') },
});

import { z } from 'zod';
import { missing } from '../fields/rules.ts';
import { call, failing, ROLES } from './call.ts';

/** Beyond spec 7: asked for only where a host refuses a call with `data.reauthenticate`. */
export const reauthenticateCalls = {
  reauthenticate: call({
    method: 'POST',
    path: '/common/reauthenticate',
    roles: ROLES,
    feature: 'reauthenticate',
    summary: 'Prove again who I am; for five minutes this session may make the calls that ask for it.',
    body: z.object({
      password: z
        .string({ error: missing('password') })
        .min(1, { error: missing('password') })
        .max(1024, { error: 'validation.tooLong' }),
    }),
    data: z.null(),
    failure: failing('errors.reauthenticate'),
  }),
};

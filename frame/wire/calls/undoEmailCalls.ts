import { z } from 'zod';
import { call, failureTexts } from '../call.ts';
import { roleSchema } from '../roleSchema.ts';

/** Beyond spec 7: called without a session from a link in our server's mail. */
export const undoEmailCalls = {
  undoEmail: call({
    method: 'POST',
    path: '/common/undo-email',
    roles: 'public',
    summary:
      'Take back a change of the e-mail address with the token mailed to the address before; ends all sessions and mails a code for a new password.',
    body: z.object({ token: z.string().min(1).max(100) }),
    data: z.object({ email: z.string(), role: roleSchema() }),
    failure: failureTexts('errors.undoEmail'),
  }),
};

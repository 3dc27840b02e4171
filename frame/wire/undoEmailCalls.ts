import { z } from 'zod';
import { call, failureTexts } from './call.ts';
import { roleSchema } from './roleSchema.ts';

/** Beyond spec 7: made by the page that a mail of our own server's leads to, without a session. */
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

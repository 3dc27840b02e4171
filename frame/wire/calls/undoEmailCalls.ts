import { z } from 'zod';
import { declareCalls, failureTexts } from '../call.ts';
import { roleSchema } from '../roleSchema.ts';

const { post } = declareCalls({ roles: 'public' });

/** Beyond spec 7: called without a session from a link in our server's mail. */
export const undoEmailCalls = {
  undoEmail: post('/common/undo-email', {
    summary:
      'Take back a change of the e-mail address with the token mailed to the address before; ends all sessions and mails a code for a new password.',
    body: z.object({ token: z.string().min(1).max(100) }),
    data: z.object({ email: z.string(), role: roleSchema() }),
    failure: failureTexts('errors.undoEmail'),
  }),
};

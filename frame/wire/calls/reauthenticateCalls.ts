import { z } from 'zod';
import { declareCalls, failureTexts } from '../call.ts';
import { requiredMessage } from '../validationRules.ts';

const { post } = declareCalls({
  feature: 'reauthenticate',
  personal: true,
  failure: failureTexts('errors.reauthenticate'),
});

/** Beyond spec 7: requested only after a refusal with `data.reauthenticate`. */
export const reauthenticateCalls = {
  reauthenticateOptions: post('/common/reauthenticate-options', {
    summary: 'By what I can prove again who I am: the password, or my second factor where I have one.',
    data: z.object({
      /** The password, or proofs of a plug-in. */
      methods: z.array(z.string()),
    }),
  }),
  reauthenticate: post('/common/reauthenticate', {
    summary: 'Prove again who I am; for five minutes this session may make the calls that ask for it.',
    body: z.object({
      password: z
        .string({ error: requiredMessage('password') })
        .max(1024, { error: 'validation.tooLong' })
        .optional(),
    }),
  }),
};

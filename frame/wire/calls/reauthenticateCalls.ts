import { z } from 'zod';
import { declareCalls, failureTexts } from '../call.ts';
import { requiredMessage } from '../validationRules.ts';
import { proof } from './identityProof.ts';
import { PROOFS } from './signInReplies.ts';

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
      methods: z.array(z.enum(PROOFS)),
      /** For passkeys: sent back with the answer. */
      ticket: z.string().optional(),
      passkey: z.record(z.string(), z.unknown()).optional(),
    }),
  }),
  reauthenticate: post('/common/reauthenticate', {
    summary: 'Prove again who I am; for five minutes this session may make the calls that ask for it.',
    body: proof.extend({
      password: z
        .string({ error: requiredMessage('password') })
        .max(1024, { error: 'validation.tooLong' })
        .optional(),
      ticket: z.string().max(100).optional(),
    }),
  }),
};

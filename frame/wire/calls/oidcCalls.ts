import { z } from 'zod';
import { call } from '../call.ts';
import { secondFactorAsked, signedIn } from './secondFactorCalls.ts';

export const oidcCalls = {
  finishOidc: call({
    method: 'POST',
    path: '/auth/finish-oidc',
    roles: 'public',
    summary:
      'Complete a sign-in by the identity provider, with its cookie; gives the token, or asks for a second factor.',
    data: signedIn
      .partial({ userAuthToken: true, role: true })
      .extend({ email: z.string(), secondFactor: secondFactorAsked.optional() }),
    failure: { refused: 'errors.signIn', lost: 'errors.tryAgain' },
  }),
};

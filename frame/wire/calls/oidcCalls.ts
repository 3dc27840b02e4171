import { z } from 'zod';
import { declareCalls } from '../call.ts';
import { secondFactorAsked, signedIn } from './secondFactorCalls.ts';

const { post } = declareCalls({ roles: 'public' });

export const oidcCalls = {
  finishOidc: post('/auth/finish-oidc', {
    summary:
      'Complete a sign-in by the identity provider, with its cookie; gives the token, or asks for a second factor.',
    data: signedIn
      .partial({ userAuthToken: true, role: true })
      .extend({ email: z.string(), secondFactor: secondFactorAsked.optional() }),
    failure: { refused: 'errors.signIn', lost: 'errors.tryAgain' },
  }),
};

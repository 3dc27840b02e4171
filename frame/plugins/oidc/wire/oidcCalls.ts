import { declareCalls } from 'portal-frame';
import { signedIn } from 'portal-frame/calls';
import { z } from 'zod';

const { post } = declareCalls({ roles: 'public' });

export const oidcCalls = {
  finishOidc: post('/auth/finish-oidc', {
    summary:
      'Complete a sign-in by the identity provider, with its cookie; gives the token, or asks for a second factor.',
    data: signedIn.partial({ userAuthToken: true, role: true }).extend({ email: z.string() }),
    failure: { refused: 'errors.signIn', lost: 'errors.tryAgain' },
  }),
};

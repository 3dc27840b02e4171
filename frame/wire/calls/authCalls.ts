import { z } from 'zod';
import { declareCalls, failureTexts } from '../call.ts';
import { roleSchema } from '../roleSchema.ts';
import { email, password, requiredMessage } from '../validationRules.ts';
import { signedIn } from './signInReplies.ts';

const role = roleSchema('errors.invalidRole');
const required = (field: string) =>
  z.string({ error: requiredMessage(field) }).min(1, { error: requiredMessage(field) });

const { post } = declareCalls({ roles: 'public', ignoresUnknownFields: true });

export const authCalls = {
  signIn: post('/auth/sign-in', {
    summary: 'Sign in with e-mail and password; gives the token and the role, or asks for a second factor.',
    body: z.object({ email: required('email').max(320), password: required('password').max(1024) }),
    /** Without a token if a further step is required, which plug-ins add (`callFields`). Beyond spec 7. */
    data: signedIn.partial({ userAuthToken: true, role: true }),
    failure: { refused: 'errors.signIn', lost: 'errors.tryAgain' },
  }),
  signOut: post('/auth/sign-out', {
    roles: 'all',
    personal: true,
    summary: 'End this session.',
    anyReply: true,
    failure: failureTexts('errors.signOut'),
    timeout: 5000,
  }),
  forgotPassword: post('/common/forgot-password', {
    summary: 'Send a one-time code by e-mail. The reply is the same whether the account exists or not.',
    body: z.object({ email, role }),
    failure: { refused: 'errors.sendOtp', lost: 'errors.wentWrongTryAgain' },
  }),
  verifyOtp: post('/common/verify-otp', {
    summary: 'Check the one-time code; gives the userId that the reset needs.',
    body: z.object({ email, otp: z.number({ error: 'errors.invalidOtp' }).int({ error: 'errors.invalidOtp' }), role }),
    data: z.object({ userId: z.string() }),
    failure: { refused: 'errors.invalidOtp', lost: 'errors.wentWrong' },
  }),
  resetPassword: post('/common/reset-password', {
    summary: 'Set a new password with the userId of a verified code; ends all sessions of the account.',
    body: z.object({ userId: z.string().min(1).max(64), newPassword: password, role }),
    anyReply: true,
    failure: { refused: 'errors.resetPassword', lost: 'errors.wentWrong' },
  }),
};

import { z } from 'zod';
import { call, failureTexts, postFor, ROLES } from '../call.ts';
import { roleSchema } from '../roleSchema.ts';
import { email, password, requiredMessage } from '../validationRules.ts';
import { secondFactorAsked, signedIn } from './secondFactorCalls.ts';

const role = roleSchema('errors.invalidRole');
const required = (field: string) =>
  z.string({ error: requiredMessage(field) }).min(1, { error: requiredMessage(field) });

export const authCalls = {
  signIn: call({
    method: 'POST',
    path: '/auth/sign-in',
    ignoresUnknownFields: true,
    roles: 'public',
    summary: 'Sign in with e-mail and password; gives the token and the role, or asks for a second factor.',
    body: z.object({ email: required('email').max(320), password: required('password').max(1024) }),
    data: signedIn
      .partial({ userAuthToken: true, role: true })
      /** Set instead of the token if a second factor is required. Beyond spec 7. */
      .extend({ secondFactor: secondFactorAsked.optional() }),
    failure: { refused: 'errors.signIn', lost: 'errors.tryAgain' },
  }),
  signOut: call({
    ...postFor(ROLES),
    personal: true,
    path: '/auth/sign-out',
    ignoresUnknownFields: true,
    summary: 'End this session.',
    data: z.null(),
    anyReply: true,
    failure: failureTexts('errors.signOut'),
    timeout: 5000,
  }),
  forgotPassword: call({
    method: 'POST',
    path: '/common/forgot-password',
    ignoresUnknownFields: true,
    roles: 'public',
    summary: 'Send a one-time code by e-mail. The reply is the same whether the account exists or not.',
    body: z.object({ email, role }),
    data: z.null(),
    failure: { refused: 'errors.sendOtp', lost: 'errors.wentWrongTryAgain' },
  }),
  verifyOtp: call({
    method: 'POST',
    path: '/common/verify-otp',
    ignoresUnknownFields: true,
    roles: 'public',
    summary: 'Check the one-time code; gives the userId that the reset needs.',
    body: z.object({ email, otp: z.number({ error: 'errors.invalidOtp' }).int({ error: 'errors.invalidOtp' }), role }),
    data: z.object({ userId: z.string() }),
    failure: { refused: 'errors.invalidOtp', lost: 'errors.wentWrong' },
  }),
  resetPassword: call({
    method: 'POST',
    path: '/common/reset-password',
    ignoresUnknownFields: true,
    roles: 'public',
    summary: 'Set a new password with the userId of a verified code; ends all sessions of the account.',
    body: z.object({ userId: z.string().min(1).max(64), newPassword: password, role }),
    data: z.null(),
    anyReply: true,
    failure: { refused: 'errors.resetPassword', lost: 'errors.wentWrong' },
  }),
};

import { asList, asObject, asText, declareCalls, failureTexts } from 'portal-frame';
import { signedIn } from 'portal-frame/calls';
import {
  requiredMessage,
  text,
  wireBoolean,
  wireChoice,
  wireCount,
  wireList,
  wireObject,
  wireRecord,
  wireTextOrNull,
  wireTexts,
} from 'portal-frame/wire';
import { z } from 'zod';
import { passkeyOptions, proof, recovery } from './identityProof.ts';

declare module 'portal-frame/wire' {
  interface AppFeatures {
    twoFactor: true;
  }
}

/**
 * Second factors: authenticator apps (TOTP), passkeys (WebAuthn) and recovery codes. Beyond spec 7; offered with the
 * feature `twoFactor`, or if a sign-in requires one.
 */
export const FACTOR_KINDS = ['totp', 'passkey'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];
const ticket = z
  .string({ error: requiredMessage('ticket') })
  .min(1)
  .max(100);
const kind = z.enum(FACTOR_KINDS, { error: 'validation.choice' });
const enrolled = proof.omit({ recovery: true }).extend({ name: text(100).optional() });

const enrolment = z.object({
  ticket: z.string(),
  totp: z.object({ secret: z.string(), uri: z.string() }).optional(),
  passkey: passkeyOptions.optional(),
});

const factor = wireRecord({
  kind: wireChoice(FACTOR_KINDS, 'totp'),
  ...wireTexts('name', 'createdAt'),
  lastUsed: wireTextOrNull,
});
export type Factor = ReturnType<typeof factor.read>;
const factors = wireObject({
  factors: wireList(factor),
  /** Number of unused recovery codes. */
  recoveryCodes: wireCount,
  required: wireBoolean,
  passkeys: wireBoolean,
});
export const readFactors = factors.read;
const newCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() });

export const readRecoveryCodes = (data: unknown): string[] => asList(asObject(data).recoveryCodes).map(asText);

const { get, post } = declareCalls({ feature: 'twoFactor', failure: failureTexts('errors.secondFactor') });
const signIn = declareCalls({ roles: 'public', failure: failureTexts('errors.secondFactor') });

export const secondFactorCalls = {
  secondFactor: signIn.post('/common/second-factor', {
    summary:
      'Complete a sign-in that asked for a second factor, or that had one set up; gives the token, and recovery codes with the first factor.',
    body: enrolled.extend({ ticket, recovery }),
    data: signedIn
      .partial({ userAuthToken: true, role: true })
      .extend({ recoveryCodes: z.array(z.string()).optional() }),
    failure: { refused: 'errors.signIn', lost: 'errors.tryAgain' },
  }),
  setUpSecondFactor: signIn.post('/common/set-up-second-factor', {
    summary: 'Begin a factor with the ticket of a sign-in that needs one; second-factor completes both.',
    body: z.object({ ticket, kind }),
    data: enrolment,
  }),
  factors: get('/common/get-factors', { summary: 'My second factors.', data: factors.schema }),
  beginFactor: post('/common/begin-factor', {
    summary: 'Begin a new factor; add-factor completes it.',
    reauthenticate: 'always',
    body: z.object({ kind }),
    data: enrolment,
  }),
  addFactor: post('/common/add-factor', {
    summary: 'Complete a new factor; the first one brings recovery codes, shown this once.',
    body: enrolled.extend({ ticket }),
    data: newCodes,
  }),
  removeFactor: post('/common/remove-factor/{id}', {
    summary: 'Remove one of my factors.',
    reauthenticate: 'always',
  }),
  endSecondFactor: post('/common/end-second-factor', {
    summary: 'Remove all my factors and recovery codes.',
    reauthenticate: 'always',
  }),
  newRecoveryCodes: post('/common/new-recovery-codes', {
    summary: 'New recovery codes, shown this once; the ones before end.',
    reauthenticate: 'always',
    data: newCodes,
  }),
};

import { z } from 'zod';

/** Proofs of identity: a factor or a recovery code. */
export const PROOFS = ['totp', 'passkey', 'recovery'] as const;
export type ProofKind = (typeof PROOFS)[number];

/** Options of navigator.credentials in WebAuthn's JSON. */
export const passkeyOptions = z.record(z.string(), z.unknown());

/** Sign-in reply if a second factor is required. */
export const secondFactorAsked = z.object({
  ticket: z.string(),
  /** Empty if the person must first set up a factor. */
  methods: z.array(z.enum(PROOFS)),
  passkey: passkeyOptions.optional(),
  /** Passkeys work at this address. */
  passkeys: z.boolean(),
});

const bytes = (most = 8192) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]*$/);

/** Authenticator response in WebAuthn's JSON, to which browsers add members. */
const credential = z.looseObject({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: bytes(),
    authenticatorData: bytes().optional(),
    signature: bytes().optional(),
    userHandle: bytes(200).nullish(),
    attestationObject: bytes(100_000).optional(),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
});
export type Credential = z.infer<typeof credential>;

export const recovery = z.string().trim().max(60).optional();

/** Any one of these is enough. */
export const proof = z.object({
  code: z.string().trim().max(20).optional(),
  recovery,
  passkey: credential.optional(),
});
export type Proof = z.infer<typeof proof>;

/** Added to the body of `reauthenticate`. */
export const reauthenticationProof = proof.extend({ ticket: z.string().max(100).optional() });
export type ReauthenticationProof = z.infer<typeof reauthenticationProof>;

/** Added to the reply of `reauthenticateOptions`. */
export const reauthenticationOptions = z.object({
  /** For passkeys: sent back with the answer. */
  ticket: z.string().optional(),
  passkey: passkeyOptions.optional(),
});

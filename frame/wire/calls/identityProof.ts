import { z } from 'zod';

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

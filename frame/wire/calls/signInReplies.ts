import { z } from 'zod';

/** Proofs of identity: a factor or recovery code, else the password. */
export const PROOFS = ['totp', 'passkey', 'recovery', 'password'] as const;
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

/** Reply of a completed sign-in. */
export const signedIn = z.object({
  userAuthToken: z.string(),
  role: z.string(),
  fullName: z.string().optional(),
  timeZone: z.string().optional(),
  /** Names of features.ts; others are ignored. */
  features: z.array(z.string()).optional(),
  /** Minutes of inactivity until the session ends; 0 for never. */
  idleMinutes: z.number().optional(),
  /** Maximum megabytes of an upload. */
  uploadMb: z.number().optional(),
});

import { z } from 'zod';

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

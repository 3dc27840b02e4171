import {
  type AppConfig,
  type Environment,
  EnvironmentError,
  type FrameConfig,
  integerVariable,
  readVariables,
} from 'portal-frame/server';
import { z } from 'zod';

declare module '../frame/server/config.ts' {
  interface AppConfig {
    /** Duration of a visit for overlaps; 0 allows overlaps. */
    visitMinutes: number;
    /** HH:MM in the business time zone: patients get the mail about tomorrow's visits. */
    eveningMail?: string | undefined;
    /** Phone number in mails to patients. */
    contactPhone?: string | undefined;
    /** Years until finished appointments are deleted; 0 never deletes. */
    retentionYears: number;
    /** Completes visits reported done without an admin. */
    completeWhenDone: boolean;
  }
}

const variables = z.object({
  VISIT_MINUTES: integerVariable(0, 1440, 45),
  EVENING_MAIL: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'a time such as 18:00' })
    .optional(),
  CONTACT_PHONE: z.string().trim().max(40).optional(),
  RETENTION_YEARS: integerVariable(0, 100, 0),
  COMPLETE_WHEN_DONE: z.enum(['on', 'off'], { error: 'on or off' }).default('off'),
});

/** Reads the portal's variables at the start and in commands. Throws an EnvironmentError for EVENING_MAIL without PUBLIC_URL. */
export function readSettings(env: Environment, { publicUrl }: FrameConfig): AppConfig {
  const values = readVariables(variables, env);
  const { VISIT_MINUTES, EVENING_MAIL, CONTACT_PHONE, RETENTION_YEARS, COMPLETE_WHEN_DONE } = values;
  if (EVENING_MAIL && !publicUrl)
    throw new EnvironmentError('EVENING_MAIL needs PUBLIC_URL: its mails hold a link to the portal.');
  return {
    visitMinutes: VISIT_MINUTES,
    eveningMail: EVENING_MAIL,
    contactPhone: CONTACT_PHONE || undefined,
    retentionYears: RETENTION_YEARS,
    completeWhenDone: COMPLETE_WHEN_DONE === 'on',
  };
}

import { type Config, EnvironmentError } from 'portal-frame/server';
import { z } from 'zod';

declare module 'portal-frame/server' {
  interface AppConfig {
    /** HH:MM in the business time zone: patients get the mail about tomorrow's visits. */
    eveningMail?: string | undefined;
    /** Phone number in mails to patients. */
    contactPhone?: string | undefined;
    /** Mails the next patient once an employee has reported a visit. */
    onMyWay?: boolean;
  }
}

export const patientLinkVariables = z.object({
  EVENING_MAIL: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'a time such as 18:00' })
    .optional(),
  CONTACT_PHONE: z
    .string()
    .trim()
    .max(40)
    .transform((phone) => phone || undefined)
    .optional(),
  ON_MY_WAY: z
    .enum(['on', 'off'], { error: 'on or off' })
    .default('off')
    .transform((value) => value === 'on'),
});

/** Throws an EnvironmentError if a variable lacks another that it needs. */
export function checkPatientLinks({ publicUrl, eveningMail, patientChangeHours, onMyWay }: Config): void {
  if (eveningMail && !publicUrl)
    throw new EnvironmentError('EVENING_MAIL needs PUBLIC_URL: its mails hold a link to the portal.');
  for (const [name, isOn] of Object.entries({ PATIENT_CHANGE_HOURS: patientChangeHours > 0, ON_MY_WAY: onMyWay }))
    if (isOn && !eveningMail)
      throw new EnvironmentError(`${name} needs EVENING_MAIL: patients use the link of its mails.`);
}

import {
  type AppConfig,
  type Environment,
  EnvironmentError,
  type FrameConfig,
  integerVariable,
  readVariables,
} from 'portal-frame/server';
import { z } from 'zod';
import { isHolidayRegion } from './plan/publicHolidays.ts';

declare module 'portal-frame/server' {
  interface AppConfig {
    /** Duration of a visit for overlaps; 0 allows overlaps. */
    visitMinutes: number;
    /** HH:MM in the business time zone: patients get the mail about tomorrow's visits. */
    eveningMail?: string | undefined;
    /** Phone number in mails to patients. */
    contactPhone?: string | undefined;
    /** Hours before a visit until which its patient may move or cancel it by the link; 0 never. */
    patientChangeHours: number;
    /** Patients move visits to times that begin between these, HH:MM, both included. */
    patientTimes: { from: string; to: string };
    /** Mails the next patient once an employee has reported a visit. */
    onMyWay: boolean;
    /** Years until finished appointments are deleted; 0 never deletes. */
    retentionYears: number;
    /** Country, or country and state, whose public holidays are closed days: 'US-PA'. */
    holidays?: string | undefined;
    /** Address of an OSRM server that gives driving times. */
    osrmUrl?: string | undefined;
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
  PATIENT_CHANGE_HOURS: integerVariable(0, 720, 0),
  PATIENT_TIMES: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, { error: 'two times such as 08:00-18:00' })
    .default('08:00-18:00'),
  ON_MY_WAY: z.enum(['on', 'off'], { error: 'on or off' }).default('off'),
  HOLIDAYS: z
    .string()
    .refine(isHolidayRegion, { error: 'a country, or a country and state, such as US-PA' })
    .optional(),
  OSRM_URL: z.url({ protocol: /^https?$/, error: 'an address such as http://osrm:5000' }).optional(),
  RETENTION_YEARS: integerVariable(0, 100, 0),
  COMPLETE_WHEN_DONE: z.enum(['on', 'off'], { error: 'on or off' }).default('off'),
});

/** Reads the portal's variables at the start and in commands. Throws an EnvironmentError if one lacks another that it needs. */
export function readSettings(env: Environment, { publicUrl }: FrameConfig): AppConfig {
  const values = readVariables(variables, env);
  const { VISIT_MINUTES, EVENING_MAIL, CONTACT_PHONE, RETENTION_YEARS, COMPLETE_WHEN_DONE } = values;
  const { PATIENT_CHANGE_HOURS, PATIENT_TIMES, ON_MY_WAY } = values;
  if (EVENING_MAIL && !publicUrl)
    throw new EnvironmentError('EVENING_MAIL needs PUBLIC_URL: its mails hold a link to the portal.');
  for (const [name, isOn] of Object.entries({
    PATIENT_CHANGE_HOURS: PATIENT_CHANGE_HOURS > 0,
    ON_MY_WAY: ON_MY_WAY === 'on',
  }))
    if (isOn && !EVENING_MAIL)
      throw new EnvironmentError(`${name} needs EVENING_MAIL: patients use the link of its mails.`);
  const [from = '', to = ''] = PATIENT_TIMES.split('-');
  if (to < from) throw new EnvironmentError('PATIENT_TIMES ends before it begins.');
  return {
    visitMinutes: VISIT_MINUTES,
    eveningMail: EVENING_MAIL,
    contactPhone: CONTACT_PHONE || undefined,
    patientChangeHours: PATIENT_CHANGE_HOURS,
    patientTimes: { from, to },
    onMyWay: ON_MY_WAY === 'on',
    holidays: values.HOLIDAYS,
    osrmUrl: values.OSRM_URL?.replace(/\/$/, ''),
    retentionYears: RETENTION_YEARS,
    completeWhenDone: COMPLETE_WHEN_DONE === 'on',
  };
}

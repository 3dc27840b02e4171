import {
  type AppConfig,
  type Environment,
  EnvironmentError,
  integerVariable,
  readVariables,
} from 'portal-frame/server';
import { z } from 'zod';

declare module 'portal-frame/server' {
  interface AppConfig {
    /** Duration of a visit for overlaps; 0 allows overlaps. */
    visitMinutes: number;
    /** Hours before a visit until which its laboratory, or its patient by a link, may move or cancel it; 0 never. */
    patientChangeHours: number;
    /** Patients move visits to times that begin between these, HH:MM, both included. */
    patientTimes: { from: string; to: string };
    /** Years until finished appointments are deleted; 0 never deletes. */
    retentionYears: number;
  }
}

const variables = z.object({
  VISIT_MINUTES: integerVariable(0, 1440, 45),
  PATIENT_CHANGE_HOURS: integerVariable(0, 720, 0),
  PATIENT_TIMES: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, { error: 'two times such as 08:00-18:00' })
    .default('08:00-18:00'),
  RETENTION_YEARS: integerVariable(0, 100, 0),
});

/** Reads the portal's variables at the start and in commands. Throws an EnvironmentError if one lacks another that it needs. */
export function readSettings(env: Environment): Partial<AppConfig> {
  const values = readVariables(variables, env);
  const { VISIT_MINUTES, RETENTION_YEARS, PATIENT_CHANGE_HOURS, PATIENT_TIMES } = values;
  const [from = '', to = ''] = PATIENT_TIMES.split('-');
  if (to < from) throw new EnvironmentError('PATIENT_TIMES ends before it begins.');
  return {
    visitMinutes: VISIT_MINUTES,
    patientChangeHours: PATIENT_CHANGE_HOURS,
    patientTimes: { from, to },
    retentionYears: RETENTION_YEARS,
  };
}

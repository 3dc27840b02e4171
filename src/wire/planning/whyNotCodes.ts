import { asObject } from 'portal-frame';
import { z } from 'zod';
import { readFields, texts } from '../wireRecords.ts';

/** Why an employee cannot make a visit. Each has a text `plan.reasons.{code}`. */
export const WHY_NOT_CODES = [
  'timeOff',
  'holiday',
  'shift',
  'skill',
  'credential',
  'zone',
  'window',
  'dailyCap',
  'overlap',
  'travel',
  'laboratoryClosed',
] as const;

/** A reason with the parameters of its text. */
export const whyNotWire = z.object({
  code: z.enum(WHY_NOT_CODES),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
});

export const readWhyNot = (value: unknown) =>
  readFields(value, { ...texts('code'), parameters: (all) => asObject(all) as Record<string, string | number> });

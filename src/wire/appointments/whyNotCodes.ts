import { asObject, asText } from 'portal-frame';
import { wireObject, wireValue } from 'portal-frame/wire';
import { z } from 'zod';

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
  'closedDay',
  'tubesTooOld',
  'preparation',
  'noHours',
  'notDrawing',
  'inactive',
  'past',
  'pinned',
] as const;

export const whyNotCode = z.enum(WHY_NOT_CODES);

/** A reason with the parameters of its text. */
export const whyNot = wireObject({
  code: wireValue(whyNotCode, asText),
  parameters: wireValue(
    z.record(z.string(), z.union([z.string(), z.number()])),
    (all) => asObject(all) as Record<string, string | number>,
  ),
});

export type WhyNot = z.output<typeof whyNot.schema>;

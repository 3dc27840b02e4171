import { asList, asNumber, asObject, asText, call, failureTexts, getFor } from 'portal-frame';
import { ROLES } from 'portal-frame/roles';
import { z } from 'zod';
import {
  asBoolean,
  asCount,
  asListOf,
  asOneOf,
  asTexts,
  readFields,
  readRecord,
  strings,
  texts,
  textsOrNull,
} from './wireRecords.ts';

/** Colors of tube caps. */
export const CAPS = [
  'yellow',
  'lightBlue',
  'red',
  'gold',
  'green',
  'lavender',
  'pink',
  'royalBlue',
  'gray',
  'black',
  'other',
] as const;
export type Cap = (typeof CAPS)[number];

/** Storage temperatures of a tube. */
export const TEMPERATURES = ['room', 'refrigerated', 'frozen', 'warm'] as const;
export type Temperature = (typeof TEMPERATURES)[number];

export const FASTING = ['notAsked', 'confirmed', 'notFasting'] as const;
export type Fasting = (typeof FASTING)[number];

export const TUBE_STATES = ['drawn', 'handedOver', 'received', 'missing', 'lost', 'accepted', 'rejected'] as const;
export type TubeState = (typeof TUBE_STATES)[number];

export const MAX_LABEL_LENGTH = 40;
export const isLabel = (text: string): boolean => /^[\dA-Za-z-]{4,40}$/.test(text);

/** Obstacles to a draw that are known before departure, the most serious first. */
export const GAPS = ['declined', 'noOrder', 'incomplete', 'timeOpen', 'notFasting', 'fasting', 'document'] as const;
export type Gap = (typeof GAPS)[number];

/** Reasons of a laboratory to reject a tube: codes of HL7 table 0490. */
export const REJECT_REASONS = [
  'EX',
  'QS',
  'RA',
  'RB',
  'RC',
  'RD',
  'RE',
  'RH',
  'RI',
  'RM',
  'RN',
  'RP',
  'RR',
  'RS',
] as const;

/** A patient's answer to the mail of the evening before. */
export const VISIT_ANSWERS = ['confirmed', 'declined'] as const;
export type VisitAnswer = (typeof VISIT_ANSWERS)[number];
export const DECLINE_REASONS = ['otherTime', 'notPrepared', 'unwell', 'notWanted', 'other'] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

const wireConfirmation = z.object({
  answer: z.enum(VISIT_ANSWERS),
  reason: z.enum(DECLINE_REASONS).nullable(),
  at: z.string(),
});

/** A tube to be drawn. */
const wireTube = z.object({
  ...strings('kindId', 'kind', 'additive'),
  cap: z.enum(CAPS),
  drawOrder: z.number(),
  /** Milliliters to draw. */
  fill: z.number(),
  tests: z.array(z.string()),
  temperature: z.enum(TEMPERATURES).nullable(),
  /** Hours from the draw; null if the laboratory stated no stability. */
  hours: z.number().nullable(),
  /** Latest arrival at the laboratory if drawn at the time of the visit. */
  deadline: z.string().nullable(),
  source: z.string().nullable(),
  statedOn: z.string().nullable(),
  /** Tests without a stated stability. */
  unknown: z.array(z.string()),
});
const wireTest = z.object({ ...strings('_id', 'name', 'loinc', 'preparation'), fastingHours: z.number() });
const wireDrawnTube = z.object({ ...strings('label', 'kindId', 'drawnAt'), state: z.enum(TUBE_STATES) });

/** The order of an appointment. */
export const wireOrder = z.object({
  ...strings('_id', 'requisition', 'orderedBy'),
  tests: z.array(wireTest),
  tubes: z.array(wireTube),
  /** Record id of the laboratory that receives the tubes. */
  laboratory: z.string().nullable(),
  /** Labeled tubes in the order they were drawn. */
  drawn: z.array(wireDrawnTube),
  documentNeeded: z.boolean(),
  fasting: z.enum(FASTING),
  fastingAt: z.string().nullable(),
  /** For a redraw: the order of the rejected or lost tube. */
  redrawOf: z.string().nullable(),
  /** When the time was agreed on after the patient had declined. */
  agreedAt: z.string().nullable(),
});
export type WireOrder = z.infer<typeof wireOrder>;

export const orderCalls = {
  visitOrder: call({
    ...getFor(ROLES),
    path: '/common/get-visit-order/{id}',
    feature: 'orders',
    summary: 'The order of an appointment, with the tubes that it takes in the order of draw, and what is missing.',
    data: z.object({
      order: wireOrder.nullable(),
      gaps: z.array(z.enum(GAPS)),
      confirmation: wireConfirmation.nullable(),
    }),
    failure: failureTexts('errors.visitOrder'),
  }),
};

const readTube = (value: unknown) =>
  readFields(value, {
    ...texts('kindId', 'kind', 'additive', 'source'),
    ...textsOrNull('deadline', 'statedOn'),
    cap: asOneOf(CAPS, 'other'),
    drawOrder: asCount,
    fill: asCount,
    tests: asTexts,
    temperature: asOneOf(TEMPERATURES, null),
    hours: asNumber,
    unknown: asTexts,
  });
export type OrderTube = ReturnType<typeof readTube>;

const readTest = (value: unknown) =>
  readRecord(value, { ...texts('name', 'loinc', 'preparation'), fastingHours: asCount });
const readDrawnTube = (value: unknown) =>
  readFields(value, { ...texts('label', 'kindId', 'drawnAt'), state: asOneOf(TUBE_STATES, 'drawn') });

/** Reads an order; null if there is none. */
export const readOrder = (value: unknown) =>
  asObject(value)._id
    ? readRecord(value, {
        ...texts('laboratory', 'requisition', 'orderedBy'),
        ...textsOrNull('fastingAt', 'redrawOf', 'agreedAt'),
        tests: (tests) => asList(tests).map(readTest),
        tubes: (tubes) => asList(tubes).map(readTube),
        drawn: (drawn) => asList(drawn).map(readDrawnTube),
        documentNeeded: asBoolean,
        fasting: asOneOf(FASTING, 'notAsked'),
      })
    : null;
export type VisitOrder = NonNullable<ReturnType<typeof readOrder>>;

/** Reads a patient's answer; null if there is none. */
export function readVisitConfirmation(value: unknown) {
  const { answer, ...rest } = readFields(value, {
    answer: asOneOf(VISIT_ANSWERS, null),
    reason: asOneOf(DECLINE_REASONS, null),
    at: asText,
  });
  return answer && { answer, ...rest };
}
export type VisitConfirmation = NonNullable<ReturnType<typeof readVisitConfirmation>>;

export const readGaps = asListOf(GAPS);

import { z } from 'zod';
import { call, failureTexts, ROLES } from '../../frame/wire/call.ts';
import { asList, asNumber, asObject, asText } from '../../frame/wire/wireValues.ts';

/** The colours of tubes' caps. */
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

/** How a tube is kept until the laboratory works on it. */
export const TEMPERATURES = ['room', 'refrigerated', 'frozen', 'warm'] as const;
export type Temperature = (typeof TEMPERATURES)[number];

/** A patient's fasting status. */
export const FASTING = ['notAsked', 'confirmed', 'notFasting'] as const;
export type Fasting = (typeof FASTING)[number];

/** Where a tube is that was drawn: its phlebotomist's, given to the laboratory, there, missing or lost, and what that says of it. */
export const TUBE_STATES = ['drawn', 'handedOver', 'received', 'missing', 'lost', 'accepted', 'rejected'] as const;
export type TubeState = (typeof TUBE_STATES)[number];

/** Characters of a tube's label, and what it is made of. */
export const MAX_LABEL_LENGTH = 40;
export const isLabel = (text: string): boolean => /^[\dA-Za-z-]{4,40}$/.test(text);

/** What stands in the way of a draw and can be seen before anybody leaves; the gravest first. */
export const GAPS = ['declined', 'noOrder', 'incomplete', 'timeOpen', 'notFasting', 'fasting', 'document'] as const;
export type Gap = (typeof GAPS)[number];

/** Why a laboratory rejects a tube: the codes of HL7's table 0490. */
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

/** What a patient answers to the mail of the evening before, and why the visit does not do. */
export type VisitAnswer = 'confirmed' | 'declined';
export const DECLINE_REASONS = ['otherTime', 'notPrepared', 'unwell', 'notWanted', 'other'] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** What the patient answered about the time that the visit has. */
const wireConfirmation = z.object({
  answer: z.enum(['confirmed', 'declined']),
  reason: z.enum(DECLINE_REASONS).nullable(),
  at: z.string(),
});

/** A tube to be drawn. */
const wireTube = z.object({
  kindId: z.string(),
  kind: z.string(),
  cap: z.enum(CAPS),
  additive: z.string(),
  drawOrder: z.number(),
  /** Millilitres to be drawn into it. */
  fill: z.number(),
  tests: z.array(z.string()),
  temperature: z.enum(TEMPERATURES).nullable(),
  /** Hours from the draw; null where the laboratory stated nothing. */
  hours: z.number().nullable(),
  /** The moment until when, drawn at the time of the visit. */
  deadline: z.string().nullable(),
  source: z.string().nullable(),
  statedOn: z.string().nullable(),
  /** Tests of which the laboratory stated nothing. */
  unknown: z.array(z.string()),
});

/** The order of an appointment, as it is drawn from. */
export const wireOrder = z.object({
  _id: z.string(),
  requisition: z.string(),
  orderedBy: z.string(),
  tests: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      loinc: z.string(),
      fastingHours: z.number(),
      preparation: z.string(),
    }),
  ),
  tubes: z.array(wireTube),
  /** The id of the laboratory that its tubes are for. */
  laboratory: z.string().nullable(),
  /** The labels that were bound, in the order that they were drawn. */
  drawn: z.array(z.object({ label: z.string(), kindId: z.string(), drawnAt: z.string(), state: z.enum(TUBE_STATES) })),
  documentNeeded: z.boolean(),
  fasting: z.enum(FASTING),
  fastingAt: z.string().nullable(),
  /** The order whose tube was rejected, where this one draws it again. */
  redrawOf: z.string().nullable(),
  /** When somebody agreed on the time with the patient, who had said no. */
  agreedAt: z.string().nullable(),
});
export type WireOrder = z.infer<typeof wireOrder>;

export const orderCalls = {
  visitOrder: call({
    method: 'GET',
    path: '/common/get-visit-order/{id}',
    roles: ROLES,
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

export interface OrderTube {
  kindId: string;
  kind: string;
  cap: Cap;
  additive: string;
  drawOrder: number;
  fill: number;
  tests: string[];
  temperature: Temperature | null;
  hours: number | null;
  deadline: string | null;
  source: string;
  statedOn: string | null;
  unknown: string[];
}

/** The order of a visit in our words. */
export interface VisitOrder {
  id: string;
  laboratory: string;
  requisition: string;
  orderedBy: string;
  tests: { id: string; name: string; loinc: string; fastingHours: number; preparation: string }[];
  tubes: OrderTube[];
  drawn: { label: string; kindId: string; drawnAt: string; state: TubeState }[];
  documentNeeded: boolean;
  fasting: Fasting;
  fastingAt: string | null;
  redrawOf: string | null;
  agreedAt: string | null;
}

const readTube = (value: unknown): OrderTube => {
  const wire = asObject(value);
  return {
    kindId: asText(wire.kindId),
    kind: asText(wire.kind),
    cap: CAPS.find((cap) => cap === wire.cap) ?? 'other',
    additive: asText(wire.additive),
    drawOrder: asNumber(wire.drawOrder) ?? 0,
    fill: asNumber(wire.fill) ?? 0,
    tests: asList(wire.tests).map(asText),
    temperature: TEMPERATURES.find((one) => one === wire.temperature) ?? null,
    hours: asNumber(wire.hours),
    deadline: asText(wire.deadline) || null,
    source: asText(wire.source),
    statedOn: asText(wire.statedOn) || null,
    unknown: asList(wire.unknown).map(asText),
  };
};

export function readOrder(value: unknown): VisitOrder | null {
  const wire = asObject(value);
  if (!wire._id) return null;
  return {
    id: asText(wire._id),
    laboratory: asText(wire.laboratory),
    requisition: asText(wire.requisition),
    orderedBy: asText(wire.orderedBy),
    tests: asList(wire.tests).map((one) => ({
      id: asText(one._id),
      name: asText(one.name),
      loinc: asText(one.loinc),
      fastingHours: asNumber(one.fastingHours) ?? 0,
      preparation: asText(one.preparation),
    })),
    tubes: asList(wire.tubes).map(readTube),
    drawn: asList(wire.drawn).map((one) => ({
      label: asText(one.label),
      kindId: asText(one.kindId),
      drawnAt: asText(one.drawnAt),
      state: TUBE_STATES.find((state) => state === one.state) ?? 'drawn',
    })),
    documentNeeded: wire.documentNeeded === true,
    fasting: FASTING.find((one) => one === wire.fasting) ?? 'notAsked',
    fastingAt: asText(wire.fastingAt) || null,
    redrawOf: asText(wire.redrawOf) || null,
    agreedAt: asText(wire.agreedAt) || null,
  };
}

export interface VisitConfirmation {
  answer: VisitAnswer;
  reason: DeclineReason | null;
  at: string;
}

export function readVisitConfirmation(value: unknown): VisitConfirmation | null {
  const { answer, reason, at } = asObject(value);
  if (answer !== 'confirmed' && answer !== 'declined') return null;
  return { answer, reason: DECLINE_REASONS.find((one) => one === reason) ?? null, at: asText(at) };
}

export const readGaps = (value: unknown): Gap[] =>
  asList<unknown>(value).flatMap((one) => GAPS.find((gap) => gap === one) ?? []);

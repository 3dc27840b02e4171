import { asObject } from 'portal-frame';
import {
  nullable,
  wireBoolean,
  wireChoice,
  wireChoices,
  wireCount,
  wireList,
  wireNumber,
  wireObject,
  wireRecord,
  wireText,
  wireTextOrNull,
  wireTexts,
} from 'portal-frame/wire';
import type { z } from 'zod';

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

/** A patient's answer to the mail of the evening before. */
export const VISIT_ANSWERS = ['confirmed', 'declined'] as const;
export type VisitAnswer = (typeof VISIT_ANSWERS)[number];
export const DECLINE_REASONS = ['otherTime', 'notPrepared', 'unwell', 'notWanted', 'other'] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

const orderTube = wireObject({
  ...wireTexts('kindId', 'kind', 'additive'),
  cap: wireChoice(CAPS, 'other'),
  drawOrder: wireCount,
  /** Milliliters to draw. */
  fill: wireCount,
  tests: wireList(wireText),
  temperature: nullable(wireChoice(TEMPERATURES, null)),
  /** Hours from the draw; null if the laboratory stated no stability. */
  hours: nullable(wireNumber),
  /** Latest arrival at the laboratory if drawn at the time of the visit. */
  deadline: wireTextOrNull,
  source: nullable(wireText),
  statedOn: wireTextOrNull,
  /** Tests without a stated stability. */
  unknown: wireList(wireText),
});
export type OrderTube = ReturnType<typeof orderTube.read>;
const orderTest = wireRecord({ ...wireTexts('name', 'loinc', 'preparation'), fastingHours: wireCount });
const drawnTube = wireObject({
  ...wireTexts('label', 'kindId', 'drawnAt'),
  state: wireChoice(TUBE_STATES, 'drawn'),
});

const visitOrder = wireRecord({
  ...wireTexts('requisition', 'orderedBy'),
  tests: wireList(orderTest),
  tubes: wireList(orderTube),
  /** Record id of the laboratory that receives the tubes. */
  laboratory: nullable(wireText),
  /** Labeled tubes in the order they were drawn. */
  drawn: wireList(drawnTube),
  documentNeeded: wireBoolean,
  fasting: wireChoice(FASTING, 'notAsked'),
  fastingAt: wireTextOrNull,
  /** For a redraw: the order of the rejected or lost tube. */
  redrawOf: wireTextOrNull,
  /** When the time was agreed on after the patient had declined. */
  agreedAt: wireTextOrNull,
});
export const wireOrder = visitOrder.schema;
export type WireOrder = z.infer<typeof wireOrder>;

/** Reads an order; null if there is none. */
export const readOrder = (value: unknown) => (asObject(value)._id ? visitOrder.read(value) : null);
export type VisitOrder = NonNullable<ReturnType<typeof readOrder>>;

export const readGaps = wireChoices(GAPS).read;

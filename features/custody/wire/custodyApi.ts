import { declareCalls, failureTexts } from 'portal-frame';
import {
  text,
  wireChoice,
  wireChoices,
  wireCount,
  wireList,
  wireObject,
  wireRecord,
  wireText,
  wireTexts,
} from 'portal-frame/wire';
import { z } from 'zod';
import { isLabel, MAX_LABEL_LENGTH } from '../../../src/wire/orderApi.ts';

declare module 'portal-frame/wire' {
  interface AppFeatures {
    custody: true;
  }
}

/** Steps of a specimen's custody: codes of HL7 v2 table 0003. */
export const CUSTODY_CODES = ['S39', 'S40', 'S41', 'S42', 'S43', 'S44'] as const;
export type CustodyCode = (typeof CUSTODY_CODES)[number];
/** Codes recorded by phones: collected, could not be collected, departed. The server records the others. */
export const DEVICE_CODES = ['S39', 'S40', 'S41'] as const satisfies readonly CustodyCode[];

export const MAX_HAND_OVER_TUBES = 200;
export const MAX_CUSTODY_EVENTS = 200;
/** Device name of the steps that the server records. */
export const SERVER_DEVICE = 'server';

const invalid = { error: 'validation.invalid' };
const hash = text(64).regex(/^[\da-f]{64}$/, invalid);
/** `Date.toISOString()` of a browser. */
const moment = text(24)
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, invalid)
  .refine((value) => !Number.isNaN(Date.parse(value)), invalid);

/** A step recorded by a phone. The steps of a device form a hash chain. */
export const custodyEvent = z.object({
  /** Random id of a phone's session. */
  device: text(36).regex(/^[\da-f-]{36}$/, invalid),
  /** Counts the device's events from 1 without gaps. */
  seq: z.int().min(1),
  code: z.enum(DEVICE_CODES),
  /** '' if nothing was collected. */
  label: text(MAX_LABEL_LENGTH),
  /** Appointment id; '' for a hand-over. */
  visit: text(64),
  /** Key of the hand-over; '' for other steps. */
  handOver: text(64),
  /** By the device's clock. */
  madeAt: moment,
  /** Hash of the device's event before; '' for the first. */
  previous: z.union([z.literal(''), hash]),
  hash,
});
export type CustodyEvent = z.infer<typeof custodyEvent>;

/** Returns the text whose SHA-256 is the event's hash. */
export const canonicalizeEvent = (event: Omit<CustodyEvent, 'hash' | 'code'> & { code: string }): string => {
  const { device, seq, code, label, visit, handOver, madeAt, previous } = event;
  return JSON.stringify(['custody 1', device, seq, code, label, visit, handOver, madeAt, previous]);
};

/** Errors found in an event or in its chain. */
export const CUSTODY_FINDINGS = [
  'forged',
  'altered',
  'dropped',
  'reordered',
  'replaced',
  'forked',
  'foreign',
  'future',
] as const;
export type CustodyFinding = (typeof CUSTODY_FINDINGS)[number];

const custodySteps = wireList(
  wireObject({
    code: wireChoice(CUSTODY_CODES, null),
    ...wireTexts('by', 'device'),
    seq: wireCount,
    /** Device time and server time. */
    ...wireTexts('madeAt', 'receivedAt'),
    /** Shown to admins only. */
    findings: wireChoices(CUSTODY_FINDINGS),
  }),
);
const wireLabels = wireList(wireText);
const handedOver = wireRecord({ taken: wireLabels, left: wireLabels });
/** Tubes that an employee still has, by the record id of their laboratory. */
const tubesInHand = wireList(wireObject({ ...wireTexts('laboratory', 'name'), labels: wireLabels }));
const scanResult = wireObject({ expected: wireCount, scanned: wireLabels, missing: wireLabels, unknown: wireLabels });
export type ScanResult = z.infer<typeof scanResult.schema>;

const labels = z.array(text(MAX_LABEL_LENGTH).refine(isLabel, { error: 'validation.label' })).max(MAX_HAND_OVER_TUBES);

const { get, post } = declareCalls({ feature: 'custody', failure: failureTexts('errors.custody') });

/** Beyond spec 7: tubes are handed over by phone and scanned at the laboratory. */
export const custodyCalls = {
  addCustodyEvents: post('/employee/add-custody-events', {
    summary: 'What my phone recorded of tubes. All of it is kept, once, also what does not fit its chain.',
    body: z.object({ events: z.array(custodyEvent).min(1).max(MAX_CUSTODY_EVENTS) }),
    data: z.object({ kept: z.number() }),
    allowIdleSession: true,
  }),
  handOverTubes: post('/employee/hand-over-tubes', {
    summary: 'Gives tubes that I drew to the laboratory they are for; what is not mine to give is left out and named.',
    body: z.object({
      /** Idempotency key of the phone. */
      key: text(64).min(8, invalid),
      laboratory: text(64).min(1, { error: 'validation.required|laboratory' }),
      labels: labels.min(1, { error: 'validation.required|labels' }),
      madeAt: moment.optional(),
    }),
    data: handedOver.schema,
    failure: failureTexts('errors.handOver'),
    allowIdleSession: true,
  }),
  tubesInHand: get('/employee/get-tubes-in-hand', {
    summary: 'The tubes of my visits, of whichever day, that were drawn and given to nobody, by their laboratory.',
    data: tubesInHand.schema,
  }),
  closeHandOver: post('/laboratory/close-hand-over/{id}', {
    summary:
      'Closes the scan of a hand-over: what was expected and not scanned is missing, what was not expected unknown.',
    body: z.object({ labels }),
    data: scanResult.schema,
    failure: failureTexts('errors.handOver'),
  }),
  tubeCustody: get('/common/get-tube-custody/{id}', {
    summary: 'The steps of a tube, the oldest first. Admins are shown as well what is wrong with them.',
    data: custodySteps.schema,
  }),
};

export type CustodyStep = ReturnType<typeof custodySteps.read>[number] & { code: CustodyCode };

/** Reads a tube's custody without steps of unknown codes. */
export const readCustodySteps = (data: unknown): CustodyStep[] =>
  custodySteps.read(data).filter((step): step is CustodyStep => step.code !== null);

export const readTubesInHand = (data: unknown) =>
  tubesInHand.read(data).map(({ laboratory, ...tubes }) => ({ id: laboratory, ...tubes }));
export type TubesInHand = ReturnType<typeof readTubesInHand>[number];

/** Labels that a hand-over did not include. */
export const readSkippedLabels = (data: unknown): string[] => handedOver.read(data).left;

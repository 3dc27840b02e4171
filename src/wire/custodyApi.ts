import { z } from 'zod';
import { call, failureTexts, ROLES } from '../../frame/wire/call.ts';
import { text } from '../../frame/wire/rules.ts';
import { asList, asNumber, asObject, asText } from '../../frame/wire/wireValues.ts';
import { isLabel, MAX_LABEL_LENGTH } from './orderApi.ts';

/** Steps of a specimen's custody, by their codes in HL7 v2's table 0003 (S38, containers prepared, happens elsewhere). */
export const CUSTODY_CODES = ['S39', 'S40', 'S41', 'S42', 'S43', 'S44'] as const;
export type CustodyCode = (typeof CUSTODY_CODES)[number];
/** Those that a phone records: collected, could not be collected, departed. The server records the others. */
export const DEVICE_CODES = ['S39', 'S40', 'S41'] as const satisfies readonly CustodyCode[];

/** Tubes of one hand-over, and events of one call. */
export const MAX_HAND_OVER_TUBES = 200;
export const MAX_CUSTODY_EVENTS = 200;
/** The device whose chain holds what the server itself recorded. */
export const SERVER_DEVICE = 'server';

const invalid = { error: 'validation.invalid' };
const hash = text(64).regex(/^[\da-f]{64}$/, invalid);
/** A moment as browsers write it. */
const moment = text(24)
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, invalid)
  .refine((value) => !Number.isNaN(Date.parse(value)), invalid);

/** One step as the phone recorded it. Each holds the hash of the one before in this device's chain. */
export const custodyEvent = z.object({
  /** Made up by the phone for as long as its session lasts. */
  device: text(36).regex(/^[\da-f-]{36}$/, invalid),
  /** Counts this device's events from 1 without a gap. */
  seq: z.int().min(1),
  code: z.enum(DEVICE_CODES),
  /** '' where nothing was collected. */
  label: text(MAX_LABEL_LENGTH),
  /** The appointment; '' for a hand-over. */
  visit: text(64),
  /** The key of the hand-over, else ''. */
  handOver: text(64),
  /** By the device's clock. */
  madeAt: moment,
  /** '' of the first. */
  previous: z.union([z.literal(''), hash]),
  hash,
});
export type CustodyEvent = z.infer<typeof custodyEvent>;

/** What an event's SHA-256 is made of. */
export const canonicalizeEvent = (event: Omit<CustodyEvent, 'hash' | 'code'> & { code: string }): string => {
  const { device, seq, code, label, visit, handOver, madeAt, previous } = event;
  return JSON.stringify(['custody 1', device, seq, code, label, visit, handOver, madeAt, previous]);
};

/** What can be wrong with an event, or with the chain that it stands in. */
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

const wireEvent = z.object({
  code: z.enum(CUSTODY_CODES),
  by: z.string(),
  device: z.string(),
  seq: z.number(),
  /** By the device's clock, and by the server's when it arrived. */
  madeAt: z.string(),
  receivedAt: z.string(),
  /** What is wrong with it; shown to admins. */
  findings: z.array(z.enum(CUSTODY_FINDINGS)),
});

const labels = z.array(text(MAX_LABEL_LENGTH).refine(isLabel, { error: 'validation.label' })).max(MAX_HAND_OVER_TUBES);

/** Tubes change hands, beyond spec 7: given on the phone, scanned at the laboratory, each step in a chain. */
export const custodyCalls = {
  addCustodyEvents: call({
    method: 'POST',
    path: '/employee/add-custody-events',
    roles: ['employee'],
    feature: 'custody',
    summary: 'What my phone recorded of tubes. All of it is kept, once, also what does not fit its chain.',
    body: z.object({ events: z.array(custodyEvent).min(1).max(MAX_CUSTODY_EVENTS) }),
    data: z.object({ kept: z.number() }),
    failure: failureTexts('errors.custody'),
    allowIdleSession: true,
  }),
  handOverTubes: call({
    method: 'POST',
    path: '/employee/hand-over-tubes',
    roles: ['employee'],
    feature: 'custody',
    summary: 'Gives tubes that I drew to the laboratory they are for; what is not mine to give is left out and named.',
    body: z.object({
      /** Given by the phone: the same one again is the same hand-over. */
      key: text(64).min(8, invalid),
      laboratory: text(64).min(1, { error: 'validation.required|laboratory' }),
      labels: labels.min(1, { error: 'validation.required|labels' }),
      madeAt: moment.optional(),
    }),
    data: z.object({ _id: z.string(), taken: z.array(z.string()), left: z.array(z.string()) }),
    failure: failureTexts('errors.handOver'),
    allowIdleSession: true,
  }),
  tubesInHand: call({
    method: 'GET',
    path: '/employee/get-tubes-in-hand',
    roles: ['employee'],
    feature: 'custody',
    summary: 'The tubes of my visits, of whichever day, that were drawn and given to nobody, by their laboratory.',
    data: z.array(z.object({ laboratory: z.string(), name: z.string(), labels: z.array(z.string()) })),
    failure: failureTexts('errors.custody'),
  }),
  closeHandOver: call({
    method: 'POST',
    path: '/laboratory/close-hand-over/{id}',
    roles: ['laboratory'],
    feature: 'custody',
    summary:
      'Closes the scan of a hand-over: what was expected and not scanned is missing, what was not expected unknown.',
    body: z.object({ labels }),
    data: z.object({
      expected: z.number(),
      scanned: z.array(z.string()),
      missing: z.array(z.string()),
      unknown: z.array(z.string()),
    }),
    failure: failureTexts('errors.handOver'),
  }),
  tubeCustody: call({
    method: 'GET',
    path: '/common/get-tube-custody/{id}',
    roles: ROLES,
    feature: 'custody',
    summary: 'The steps of a tube, the oldest first. Admins are shown as well what is wrong with them.',
    data: z.array(wireEvent),
    failure: failureTexts('errors.custody'),
  }),
};

/** A step of a tube in our words. */
export interface CustodyStep {
  code: CustodyCode;
  by: string;
  device: string;
  seq: number;
  madeAt: string;
  receivedAt: string;
  findings: CustodyFinding[];
}

export const readCustodySteps = (data: unknown): CustodyStep[] =>
  asList(data).flatMap((one) => {
    const wire = asObject(one);
    const code = CUSTODY_CODES.find((item) => item === wire.code);
    if (!code) return [];
    return [
      {
        code,
        by: asText(wire.by),
        device: asText(wire.device),
        seq: asNumber(wire.seq) ?? 0,
        madeAt: asText(wire.madeAt),
        receivedAt: asText(wire.receivedAt),
        findings: asList<unknown>(wire.findings).flatMap(
          (finding) => CUSTODY_FINDINGS.find((item) => item === finding) ?? [],
        ),
      },
    ];
  });

/** Tubes that are for one laboratory, and still in an employee's hands. */
export interface TubesInHand {
  id: string;
  name: string;
  labels: string[];
}
export const readTubesInHand = (data: unknown): TubesInHand[] =>
  asList(data).map((one) => {
    const { laboratory, name, labels } = asObject(one);
    return { id: asText(laboratory), name: asText(name), labels: readLabels(labels) };
  });

/** What a hand-over's scan found. */
export interface ScanResult {
  expected: number;
  scanned: string[];
  missing: string[];
  unknown: string[];
}

const readLabels = (value: unknown): string[] => asList(value).map(asText);
/** The labels that a hand-over left out. */
export const readSkippedLabels = (data: unknown): string[] => readLabels(asObject(data).left);

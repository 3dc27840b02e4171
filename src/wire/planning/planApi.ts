import { declareCalls, failureTexts } from 'portal-frame';
import {
  type ConflictsBinding,
  confirmation,
  day,
  localDateTime,
  text,
  wireList,
  wireObject,
  wireRecord,
  wireTexts,
} from 'portal-frame/wire';
import { z } from 'zod';
import { overrideReason } from '../appointments/newAppointment.ts';
import { changedMany, MAX_BULK_APPOINTMENTS } from '../dispatchApi.ts';
import { whyNot, whyNotCode } from './whyNotCodes.ts';

/** Days that one search of times covers at most. */
export const MAX_SLOT_DAYS = 14;

export const TIME_OFF_STATES = ['requested', 'approved', 'refused'] as const;

const recordId = text(64);
/** `facility` is the name of the place of a round, or ''. */
const visitTexts = wireRecord(wireTexts('patientName', 'zip', 'facility', 'at')).schema;
const visit = visitTexts.extend({
  version: z.number(),
  /** Record id of the present employee. */
  employeeId: z.string().nullable(),
  employeeName: z.string().nullable(),
  /** The time before the plan. */
  before: z.string(),
  minutes: z.number(),
});

/** `employees`: number of employees that it keeps from the visit. */
const employeeReason = whyNot.schema.extend({ employees: z.number() });

/** Ways to make a visit that fits nobody, each against at most one rule. */
const ways = z.array(
  z.object({ employeeId: z.string(), employeeName: z.string(), at: z.string(), without: whyNotCode.optional() }),
);

/** Minutes of travel and visits without an employee, as it is or as proposed. */
const sums = z.object({ travel: z.number(), unassigned: z.number() });
const proposal = z.object({
  day: z.string(),
  employees: z.array(
    wireRecord(wireTexts('fullName')).schema.extend({
      /** Great circles from the start through the visits; null if a ZIP code is unknown. */
      miles: z.number().nullable(),
      away: z.boolean(),
      /** In order. */
      visits: z.array(
        visit.extend({
          /** Minutes from the visit before, or from the start. */
          travel: z.number(),
          /** Why it could not stay with its employee at its time. */
          why: whyNot.schema.nullable(),
          /** Reasons against a visit that stays as nobody else can make it. */
          against: z.array(whyNot.schema),
          ways,
        }),
      ),
    }),
  ),
  unassigned: z.array(visit.extend({ reasons: z.array(employeeReason), ways })),
  /** Visits that a chosen way moves to another day. */
  otherDays: z.array(visit.extend({ newEmployee: wireRecord(wireTexts('fullName')).schema })),
  /** Employees who are not planned with, and why. */
  unplanned: z.array(wireRecord(wireTexts('fullName')).schema.extend({ reason: whyNot.schema })),
  /** Laboratories of the day without opening hours. */
  withoutWeek: z.array(z.string()),
  now: sums,
  proposed: sums,
});

const { get, post } = declareCalls({ feature: 'plan', failure: failureTexts('plan.failed') });

const conflicts = wireList(wireRecord({ reasons: wireList(whyNot) }));
const allConflicts = wireObject({
  visits: conflicts,
  employees: conflicts,
  /** Name of the zone, else of the area of ZIP codes; '' if unknown. */
  zones: wireList(wireRecord(wireTexts('name'))),
});

/** Employee and time that a plan gives to a visit. */
const place = z.object({ _id: recordId, employeeId: recordId, at: z.iso.datetime() });

/** Employees who do not work on the day. */
const absent = z
  .array(recordId.min(1, { error: 'validation.invalid' }))
  .max(40, { error: 'validation.tooLong' })
  .optional();

export const planCalls = {
  planConflicts: get('/admin/get-plan-conflicts', {
    summary:
      'What speaks against the assigned visits of some days; on one day, also against each employee, and the zones of visits that wait for one.',
    query: z.object({ from: day, to: day }),
    data: allConflicts.schema,
  }),
  // POST, as a patient's ZIP code must not be part of an address.
  findSlots: post('/common/find-slots', {
    roles: ['admin', 'laboratory'],
    summary:
      'The times at which somebody can make a visit, each with the employee of the smallest detour. A laboratory learns the times only.',
    body: z.object({
      /** First day; not before now. */
      from: day.optional(),
      days: z.number({ error: 'validation.invalid' }).int().min(1).max(MAX_SLOT_DAYS).optional(),
      zip: text(10).optional(),
      /** Name of the laboratory. A laboratory finds times for its own visits. */
      laboratory: text(200).optional(),
      /** Record id or code: only times of this employee. */
      employeeId: recordId.optional(),
      /** Ids of the tests of a new visit. */
      tests: z.array(recordId).max(40, { error: 'validation.tooLong' }).optional(),
      /** A chosen time, to explain why it no longer suits. */
      at: z.iso.datetime().optional(),
      /** A booked visit to move. With an employee it keeps them: only their times are found. */
      visit: recordId.optional(),
    }),
    data: z.object({
      slots: z.array(
        z.object({
          at: z.string(),
          /** Minutes of travel that the visit adds; null if the places before and after are unknown, and for laboratories. */
          detour: z.number().nullable(),
          /** Code; '' for laboratories. */
          employeeId: z.string(),
        }),
      ),
      /** Without any slot: what speaks against the employees. */
      reasons: z.array(employeeReason),
      /** Reasons against `at`, if it is not among the slots. */
      against: z.array(employeeReason),
    }),
  }),
  proposePlan: post('/admin/propose-plan', {
    summary: 'Propose who makes the visits of a day, in which order and when. Changes nothing.',
    body: z.object({
      day,
      /** Visits that may change employee or time; all of the day if left out. The others stay. */
      visits: z.array(recordId).max(1000, { error: 'validation.tooLong' }).optional(),
      /** Also changes visits that their employee can make as they are. */
      reassign: z.boolean().optional(),
      absent,
      /** Employees to plan with although they do not draw or have no known hours. */
      included: absent,
      /** Chosen ways. */
      placed: z.array(place).max(MAX_BULK_APPOINTMENTS, { error: 'validation.tooLong' }).optional(),
      /** The shown plan, '' for nobody: only the visits of `placed`, and those that changed since, are elsewhere. */
      kept: z
        .array(place.extend({ version: z.number() }))
        .max(1000, { error: 'validation.tooLong' })
        .optional(),
    }),
    data: proposal,
  }),
  acceptPlan: post('/admin/accept-plan', {
    summary:
      'Assign and move visits as proposed, all in one transaction; says which were left as they are. No visit of the day stays with an absent employee.',
    body: z.object({
      visits: z
        .array(
          z.object({
            _id: recordId,
            /** Record id or code; '' unassigns. */
            employeeId: recordId,
            appointmentDateTime: localDateTime.optional(),
            version: z.number({ error: 'validation.invalid' }).int(),
          }),
          { error: 'validation.invalid' },
        )
        .max(MAX_BULK_APPOINTMENTS, { error: 'validation.tooLong' }),
      /** Employees who get time off on a day, so that nobody plans with them again. */
      absence: z.object({ day, absent }).optional(),
      confirmed: confirmation,
      overrideReason,
    }),
    data: changedMany.extend({
      /** Ids of the time off that was entered. */
      timeOff: z.array(z.string()),
      /** Other visits of the absent employees, which were unassigned. */
      also: z.array(z.object({ _id: z.string(), employeeId: z.string() })),
    }),
  }),
};

/** Writes conflicts as texts, by their id: of visits, or of employees, who are the calendar's lanes. */
const toTexts = (all: ReturnType<typeof conflicts.read>, group: 'reasons' | 'lanes') =>
  Object.fromEntries(
    all.map(({ id, reasons }) => [
      id,
      reasons.map(({ code, parameters }) => ({ text: `plan.${group}.${code}`, args: parameters })),
    ]),
  );

/** Marks the calendar. */
export const planConflicts: ConflictsBinding = {
  call: planCalls.planConflicts,
  query: (days) => days,
  read(data) {
    const { visits, employees, zones } = allConflicts.read(data);
    return {
      ...{ records: toTexts(visits, 'reasons'), lanes: toTexts(employees, 'lanes') },
      groups: Object.fromEntries(zones.map(({ id, name }) => [id, name])),
    };
  },
};

export type FoundSlots = z.output<typeof planCalls.findSlots.data>;
export type PlanProposal = z.output<typeof proposal>;

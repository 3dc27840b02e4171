import { declareCalls, failureTexts } from 'portal-frame';
import { confirmation, day, localDateTime, text, wireRecord, wireTexts } from 'portal-frame/wire';
import { z } from 'zod';
import { overrideReason } from '../../../src/wire/appointments/newAppointment.ts';
import { whyNot, whyNotCode } from '../../../src/wire/appointments/whyNotCodes.ts';
import { changedMany, MAX_BULK_APPOINTMENTS } from '../../dispatch/wire/dispatchApi.ts';
import { employeeReason } from '../../plan/wire/slotApi.ts';

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

const { post } = declareCalls({ feature: 'plan', failure: failureTexts('plan.failed') });

/** Employee and time that a plan gives to a visit. */
const place = z.object({ _id: recordId, employeeId: recordId, at: z.iso.datetime() });

/** Employees who do not work on the day. */
const absent = z
  .array(recordId.min(1, { error: 'validation.invalid' }))
  .max(40, { error: 'validation.tooLong' })
  .optional();

export const dayPlanCalls = {
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

export type PlanProposal = z.output<typeof proposal>;

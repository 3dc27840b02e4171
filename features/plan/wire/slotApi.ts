import { declareCalls, failureTexts } from 'portal-frame';
import { day, text } from 'portal-frame/wire';
import { z } from 'zod';
import { whyNot } from '../../../src/wire/appointments/whyNotCodes.ts';

/** Days that one search of times covers at most. */
export const MAX_SLOT_DAYS = 14;

const recordId = text(64);
/** `employees`: number of employees that it keeps from the visit. */
export const employeeReason = whyNot.schema.extend({ employees: z.number() });

const { post } = declareCalls({ feature: 'plan', failure: failureTexts('plan.failed') });

export const slotCalls = {
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
};

export type FoundSlots = z.output<typeof slotCalls.findSlots.data>;

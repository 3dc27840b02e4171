import { declareCalls, failureTexts } from 'portal-frame';
import { type ConflictsBinding, day, text, wireList, wireObject, wireRecord, wireTexts } from 'portal-frame/wire';
import { z } from 'zod';
import { whyNot } from '../../../src/wire/appointments/whyNotCodes.ts';

/** Days that one search of times covers at most. */
export const MAX_SLOT_DAYS = 14;

export const TIME_OFF_STATES = ['requested', 'approved', 'refused'] as const;

const recordId = text(64);
/** `employees`: number of employees that it keeps from the visit. */
export const employeeReason = whyNot.schema.extend({ employees: z.number() });

const { get, post } = declareCalls({ feature: 'plan', failure: failureTexts('plan.failed') });

const conflicts = wireList(wireRecord({ reasons: wireList(whyNot) }));
const allConflicts = wireObject({
  visits: conflicts,
  employees: conflicts,
  /** Name of the zone, else of the area of ZIP codes; '' if unknown. */
  zones: wireList(wireRecord(wireTexts('name'))),
});

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

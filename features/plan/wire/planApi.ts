import { declareCalls, failureTexts } from 'portal-frame';
import { type ConflictsBinding, day, wireList, wireObject, wireRecord, wireTexts } from 'portal-frame/wire';
import { z } from 'zod';
import { whyNot } from '../../../src/wire/appointments/whyNotCodes.ts';

export const TIME_OFF_STATES = ['requested', 'approved', 'refused'] as const;

declare module 'portal-frame/wire' {
  interface AppFeatures {
    plan: true;
  }
}

const { get } = declareCalls({ feature: 'plan', failure: failureTexts('plan.failed') });

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

import { type FieldValues, text } from 'portal-frame';
import { planConflicts } from '../wire/planApi.ts';

const placeFields = { zip: text({ personal: true, readOnly: true }), facility: text({ readOnly: true }) };

/** Additions of the plan to appointments: their place, and reasons against them. */
export const appointmentPlan = {
  fields: [{ add: placeFields, after: 'address' }],
  list: {
    columns: [
      { field: 'zip', hidden: true, feature: 'plan', after: 'readiness' },
      { field: 'address', hidden: true, feature: 'plan', after: 'zip' },
      { field: 'facility', hidden: true, feature: 'plan', after: 'address' },
    ],
    calendar: {
      details: [
        { field: 'zip', feature: 'plan' },
        { field: 'address', feature: 'plan' },
      ],
      groupBy: 'facility',
      conflictValues: ['Pending'],
    },
  },
  api: { conflicts: { admin: planConflicts } },
  table: { columns: { zip: null, facility: null } },
} as const;

declare module '../../../src/collections.ts' {
  interface AppointmentAdditions extends FieldValues<typeof placeFields> {}
}

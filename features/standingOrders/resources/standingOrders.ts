import {
  address,
  choice,
  date,
  defineResource,
  email,
  manage,
  number,
  phone,
  type RecordOf,
  reference,
  references,
  text,
  timings,
  toggle,
} from 'portal-frame';
import { GENDERS, PRIORITIES } from '../../../src/wire/choices.ts';

const personal = true;

const groups = {
  patient: ['patientName', 'dateOfBirth', 'gender', 'contactNumber', 'email', 'address'],
  visit: ['facility', 'laboratory', 'employee', 'priorityLevel', 'tests'],
  week: ['week'],
  repeat: ['everyWeeks', 'from', 'until', 'onHoliday', 'namesake'],
} as const;

/** Weekly draws of a patient, from which a job books the visits of the next two weeks. */
const standingOrders = defineResource({
  name: 'standingOrders',
  icon: 'schedule',
  order: false,
  feature: 'plan',
  fields: {
    patientName: text({ personal, required: true, most: 200, example: 'Maria Muñoz' }),
    dateOfBirth: date({ personal, example: '1948-03-08' }),
    gender: choice({ choices: GENDERS, required: true, example: 'Female' }),
    contactNumber: phone({ personal }),
    email: email({ personal }),
    facility: reference({ to: 'facilities', onDelete: 'clear', help: 'resources.standingOrders.facilityHelp' }),
    address: address({ personal, example: '12 Elm Street, Philadelphia, PA 19107' }),
    laboratory: reference({ to: 'laboratories', required: true, onDelete: 'delete' }),
    employee: reference({ to: 'employees', onDelete: 'clear', help: 'resources.standingOrders.employeeHelp' }),
    priorityLevel: choice({ choices: PRIORITIES, required: true, default: 'Medium' }),
    tests: references({ to: 'tests', most: 40 }),
    week: timings({ required: true, help: 'resources.standingOrders.weekHelp' }),
    everyWeeks: number({ required: true, integer: true, min: 1, max: 52, default: 1 }),
    from: date({ required: true, example: '2026-12-01' }),
    until: date({ help: 'resources.standingOrders.untilHelp', example: '2027-05-31' }),
    onHoliday: choice({
      choices: ['skip', 'move'],
      values: { skip: { label: 'plan.holiday.skip' }, move: { label: 'plan.holiday.move' } },
      required: true,
      default: 'move',
    }),
    /** Another patient than that of an equal order: visits are booked beside those of the name. */
    namesake: toggle({ help: 'resources.standingOrders.namesakeHelp' }),
    bookedUntil: date({ readOnly: true }),
  },
  validate: ({ from, until }) => (from && until && until < from ? { until: 'plan.endsBefore' } : {}),
  history: true,
  list: {
    columns: ['patientName', 'facility', 'laboratory', 'everyWeeks', 'from', 'until', 'bookedUntil'],
    filters: ['facility', 'laboratory', { field: 'until', name: 'endsBy', operator: 'lte' }],
    search: ['patientName'],
    sortable: ['until'],
    sort: { field: 'until', order: 'ASC' },
  },
  title: '{patientName}',
  show: { groups: { ...groups, repeat: [...groups.repeat, 'bookedUntil'] } },
  create: {
    groups,
    // A round is entered patient by patient.
    sticky: ['facility', 'laboratory', 'employee', 'week', 'everyWeeks', 'from', 'until', 'onHoliday'],
  },
  roles: { admin: { list: '/standing-orders', form: '/add-standing-order', can: manage, except: ['import'] } },
});

export default standingOrders;

declare module 'portal-frame' {
  interface Collections {
    standingOrders: RecordOf<typeof standingOrders>;
  }
}

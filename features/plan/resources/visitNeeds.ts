import {
  dateTime,
  defineResource,
  manage,
  me,
  number,
  type RecordOf,
  reference,
  references,
  toggle,
} from 'portal-frame';

/** Time window, length and skills of a visit. */
const visitNeeds = defineResource({
  name: 'visitNeeds',
  icon: 'schedule',
  order: false,
  feature: 'plan',
  dependsOn: ['appointments'],
  fields: {
    appointment: reference({
      to: 'appointments',
      secondary: ['appointmentDateTime'],
      required: true,
      unique: true,
      onDelete: 'delete',
    }),
    earliest: dateTime({ help: 'resources.visitNeeds.windowHelp' }),
    latest: dateTime(),
    minutes: number({ integer: true, min: 1, max: 600 }),
    skills: references({ to: 'skills', most: 20 }),
    facility: reference({ to: 'facilities', onDelete: 'clear', help: 'resources.visitNeeds.facilityHelp' }),
    pinned: toggle({ default: false, help: 'resources.visitNeeds.pinnedHelp' }),
  },
  validate: ({ earliest, latest }) => (earliest && latest && latest < earliest ? { latest: 'plan.endsBefore' } : {}),
  history: true,
  list: {
    columns: ['appointment', 'earliest', 'latest', 'minutes', 'skills', 'facility', 'pinned'],
    filters: ['appointment', 'skills', 'facility', 'pinned'],
  },
  title: '{appointment}',
  roles: {
    admin: { list: '/visit-needs', form: '/add-visit-need', can: manage, except: ['import'] },
    employee: { can: ['show'], where: { 'appointment.employee': me } },
  },
});

export default visitNeeds;

declare module 'portal-frame' {
  interface Collections {
    visitNeeds: RecordOf<typeof visitNeeds>;
  }
}

import { dateTime, defineResource, longText, manage, type RecordOf, reference } from 'portal-frame';

/** Bookings that a dispatcher confirmed against the rules of planning, with the reasons that spoke against them. */
const planOverrides = defineResource({
  name: 'planOverrides',
  icon: 'event',
  order: false,
  feature: 'plan',
  dependsOn: ['appointments'],
  fields: {
    appointment: reference({
      to: 'appointments',
      secondary: ['appointmentDateTime'],
      readOnly: true,
      onDelete: 'delete',
    }),
    employee: reference({ to: 'employees', readOnly: true, onDelete: 'clear' }),
    at: dateTime({ readOnly: true }),
    reasons: longText({ most: 4000, readOnly: true }),
    note: longText({ personal: true, most: 500 }),
  },
  history: true,
  list: {
    columns: ['appointment', 'employee', 'at', 'reasons', 'note', 'createdAt'],
    filters: ['appointment', 'employee'],
  },
  title: '{appointment}',
  roles: { admin: { list: '/plan-overrides', can: manage, except: ['create', 'delete', 'import'] } },
});

export default planOverrides;

declare module 'portal-frame' {
  interface Collections {
    planOverrides: RecordOf<typeof planOverrides>;
  }
}

import {
  date,
  defineResource,
  manage,
  me,
  number,
  type RecordOf,
  reference,
  references,
  text,
  today,
  toggle,
} from 'portal-frame';

/** Miles driven, shared by the visits of the trip (Novitas' examples for P9603). */
const trips = defineResource({
  name: 'trips',
  icon: 'car',
  order: false,
  feature: 'money',
  title: '{day}',
  fields: {
    employee: reference({ to: 'employees', required: true, onDelete: 'keep' }),
    day: date({ required: true, default: today, past: true }),
    /** If empty, the server fills in those of the planned route. */
    miles: number({ min: 0.1, max: 2000, help: 'resources.trips.milesHelp' }),
    planned: toggle({ readOnly: true }),
    visits: references({ to: 'appointments', most: 40, onDelete: 'clear' }),
    /** Ids of the visits that share the miles, in order, also of those that were erased since. */
    sharers: text({ most: 2000, readOnly: true, read: [] }),
    /** Their number, of trips without `sharers`: they are older. */
    shares: number({ integer: true, readOnly: true, read: [] }),
    /** Made by a phone, so that a trip that is sent twice is kept once. */
    key: text({ unique: true, most: 64, exported: false }),
  },
  validate: ({ visits }) => (visits?.length ? {} : { visits: 'money.noVisits' }),
  history: true,
  list: {
    columns: ['day', 'employee', 'miles', 'planned', 'visits'],
    filters: ['employee', 'day'],
    sortable: ['day', 'miles'],
    sort: { field: 'day', order: 'DESC' },
  },
  show: { groups: { trip: ['day', 'employee', 'miles', 'planned', 'visits'] } },
  create: {
    groups: {
      trip: [
        ...(['employee', 'day', 'miles', 'visits'] as const),
        { field: 'key', input: () => import('../../../src/pages/NoInput.tsx') },
      ],
    },
  },
  reports: {
    miles: {
      measures: [{ sum: 'miles' }, 'count'],
      groupBy: { field: 'day', by: 'week', last: 12 },
      filters: ['employee'],
    },
  },
  roles: {
    admin: { list: '/trips', form: '/add-trip', reports: '/trip-reports', can: manage, except: ['import'] },
    employee: {
      list: '/employee-trips',
      form: '/employee-add-trip',
      can: ['list', 'show', 'create', 'edit', 'delete'],
      where: { employee: me },
    },
  },
});

export default trips;

declare module 'portal-frame' {
  interface Collections {
    trips: RecordOf<typeof trips>;
  }
}

declare module 'portal-frame/wire' {
  interface AppFeatures {
    money: true;
  }
}

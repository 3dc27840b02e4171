import { date, defineResource, manage, me, number, reference, references, today } from 'portal-frame';

/** Miles driven, shared by the visits of the trip (Novitas' examples for P9603). */
export default defineResource({
  name: 'trips',
  icon: 'car',
  order: false,
  feature: 'money',
  title: '{day}',
  fields: {
    employee: reference({ to: 'employees', required: true, onDelete: 'keep' }),
    day: date({ required: true, default: today, past: true }),
    miles: number({ required: true, min: 0.1, max: 2000 }),
    visits: references({ to: 'appointments', most: 40, onDelete: 'clear' }),
  },
  validate: ({ visits }) => (visits?.length ? {} : { visits: 'money.noVisits' }),
  history: true,
  list: {
    columns: ['day', 'employee', 'miles', 'visits'],
    filters: ['employee', 'day'],
    sortable: ['day', 'miles'],
    sort: { field: 'day', order: 'DESC' },
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

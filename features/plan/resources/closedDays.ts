import { date, defineResource, manage, me, type RecordOf, reference, text, toggle } from 'portal-frame';

const fields = [
  'name',
  'date',
  { field: 'laboratory', roles: ['admin'] },
  { field: 'worked', roles: ['admin'] },
] as const;

/** Holidays of the business, and days on which a laboratory is closed. */
const closedDays = defineResource({
  name: 'closedDays',
  icon: 'event',
  order: false,
  feature: 'plan',
  fields: {
    name: text({ required: true, most: 120, example: 'Thanksgiving' }),
    date: date({ required: true, example: '2026-11-26' }),
    laboratory: reference({
      to: 'laboratories',
      onDelete: 'delete',
      help: 'resources.closedDays.laboratoryHelp',
      placeholder: 'resources.closedDays.everybody',
    }),
    worked: toggle({ default: false, help: 'resources.closedDays.workedHelp' }),
  },
  rules: { unique: ['date', 'laboratory'] },
  history: true,
  list: {
    columns: fields,
    filters: [{ field: 'laboratory', roles: ['admin'] }],
    sortable: ['date'],
    sort: { field: 'date', order: 'ASC' },
  },
  show: { groups: { day: fields.slice(1) } },
  create: { groups: { day: fields } },
  roles: {
    admin: { list: '/closed-days', form: '/add-closed-day', can: manage },
    laboratory: {
      list: '/laboratory-closed-days',
      form: '/laboratory-add-closed-day',
      can: manage,
      where: { laboratory: me },
    },
  },
});

export default closedDays;

declare module 'portal-frame' {
  interface Collections {
    closedDays: RecordOf<typeof closedDays>;
  }
}

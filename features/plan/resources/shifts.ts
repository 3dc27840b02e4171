import { date, defineResource, manage, me, type RecordOf, reference, timings } from 'portal-frame';

const fields = ['employee', 'from', 'to', 'week'] as const;

/** Working hours of an employee: for always, or for a range of days, such as one date. The shortest range counts. */
const shifts = defineResource({
  name: 'shifts',
  icon: 'schedule',
  order: false,
  feature: 'plan',
  fields: {
    employee: reference({ to: 'employees', required: true, onDelete: 'delete', example: 'EMP-1001' }),
    from: date({ help: 'resources.shifts.fromHelp' }),
    to: date(),
    week: timings({ required: true, help: 'resources.shifts.weekHelp' }),
  },
  validate: ({ from, to }) => (from && to && to < from ? { to: 'plan.endsBefore' } : {}),
  history: true,
  list: { columns: fields, filters: ['employee'], sort: { field: 'from', order: 'ASC' }, sortable: ['from'] },
  title: '{employee}',
  create: { groups: { shift: ['employee', 'from', 'to'], week: ['week'] } },
  roles: {
    admin: { list: '/shifts', form: '/add-shift', can: manage, except: ['import'] },
    employee: { list: '/employee-shifts', can: ['list', 'show'], where: { employee: me } },
  },
});

export default shifts;

declare module 'portal-frame' {
  interface Collections {
    shifts: RecordOf<typeof shifts>;
  }
}

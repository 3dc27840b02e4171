import { defineResource, manage, me, number, type RecordOf, reference, references, text } from 'portal-frame';

/** Start, zones and most visits a day of an employee. */
const workRules = defineResource({
  name: 'workRules',
  icon: 'people',
  order: false,
  feature: 'plan',
  fields: {
    employee: reference({ to: 'employees', required: true, unique: true, onDelete: 'delete', example: 'EMP-1001' }),
    startZip: text({ most: 10, help: 'resources.workRules.startHelp', example: '19103' }),
    visitsPerDay: number({ integer: true, min: 1, max: 200, example: '12' }),
    zones: references({ to: 'zones', most: 40, help: 'resources.workRules.zonesHelp' }),
  },
  history: true,
  list: { columns: ['employee', 'startZip', 'visitsPerDay', 'zones'], filters: ['employee', 'zones'] },
  title: '{employee}',
  roles: {
    admin: { list: '/work-rules', form: '/add-work-rule', can: manage },
    employee: { can: ['list', 'show'], where: { employee: me } },
  },
});

export default workRules;

declare module 'portal-frame' {
  interface Collections {
    workRules: RecordOf<typeof workRules>;
  }
}

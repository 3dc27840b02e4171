import { choice, dateTime, defineResource, number } from 'portal-frame';
import { VISIT_PARTS } from '../wire/enums.ts';

const measures = [{ average: 'minutes' }, 'count'] as const;
const groupBy = { field: 'madeAt', by: 'week', last: 12 } as const;

/** Durations of visits and of the ways between them; only for statistics. */
export default defineResource({
  name: 'visitTimes',
  icon: 'schedule',
  order: false,
  feature: 'visitReports',
  dependsOn: ['appointments'],
  fields: {
    part: choice({
      choices: VISIT_PARTS,
      values: Object.fromEntries(VISIT_PARTS.map((one) => [one, { label: `resources.visitTimes.parts.${one}` }])),
    }),
    minutes: number({ integer: true }),
    madeAt: dateTime(),
  },
  list: { columns: ['part', 'minutes', 'madeAt'] },
  reports: {
    doorByWeek: {
      label: 'resources.visitTimes.reports.doorByWeek',
      measures,
      rows: { part: 'door' },
      groupBy,
      display: 'table',
    },
    betweenByWeek: {
      label: 'resources.visitTimes.reports.betweenByWeek',
      measures,
      rows: { part: 'between' },
      groupBy,
      display: 'table',
    },
  },
  roles: { admin: { reports: '/visit-times', can: ['list'] } },
  api: {},
  table: { name: 'visit_times' },
});

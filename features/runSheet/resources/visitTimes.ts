import { choice, dateTime, defineResource, number, type RecordOf } from 'portal-frame';
import { VISIT_PARTS } from '../../../src/wire/choices.ts';

const byWeek = {
  measures: [{ average: 'minutes' }, 'count'],
  groupBy: { field: 'madeAt', by: 'week', last: 12 },
  display: 'table',
} as const;

/** Durations of visits and of the ways between them; only for statistics. */
const visitTimes = defineResource({
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
      ...byWeek,
      where: { part: 'door' },
    },
    betweenByWeek: {
      ...byWeek,
      where: { part: 'between' },
    },
  },
  roles: { admin: { reports: '/visit-times', can: ['list'] } },
  api: {},
  table: { name: 'visit_times', writable: true },
});
export default visitTimes;

declare module 'portal-frame' {
  interface Collections {
    visitTimes: RecordOf<typeof visitTimes>;
  }
}

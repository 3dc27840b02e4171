import { choice, dateTime, defineResource, type RecordOf } from 'portal-frame';
import { FAILED_DRAW_REASONS } from '../../../src/wire/choices.ts';

/** Failed draws reported by employees; only for statistics. */
const failedDraws = defineResource({
  name: 'failedDraws',
  icon: 'science',
  order: false,
  feature: 'visitReports',
  dependsOn: ['appointments'],
  fields: {
    reason: choice({
      choices: FAILED_DRAW_REASONS,
      values: Object.fromEntries(FAILED_DRAW_REASONS.map((one) => [one, { label: `visitReports.reasons.${one}` }])),
    }),
    madeAt: dateTime(),
  },
  list: {
    columns: ['reason', 'madeAt'],
    filters: ['reason', { field: 'madeAt', name: 'day' }],
  },
  reports: {
    byReason: { groupBy: 'reason', filters: ['day'] },
    byWeek: {
      groupBy: { field: 'madeAt', by: 'week', last: 12 },
      filters: ['reason'],
    },
  },
  roles: { admin: { reports: '/failed-draws', can: ['list'] } },
  api: {},
  table: { name: 'visit_reports', where: { kind: 'couldNotDraw' } },
});
export default failedDraws;

declare module 'portal-frame' {
  interface Collections {
    failedDraws: RecordOf<typeof failedDraws>;
  }
}

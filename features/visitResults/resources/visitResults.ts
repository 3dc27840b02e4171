import { choice, dateTime, defineResource, reference, text, toggle } from 'portal-frame';
import { FAILED_DRAW_REASONS } from '../../../src/wire/choices.ts';
import { labelValues } from '../../money/wire/moneyKinds.ts';

const VISIT_RESULTS = ['completed', 'couldNotDraw', 'cancelled', 'open'] as const;
const counted = [
  'count',
  { count: 'completed', where: { result: 'completed' } },
  { count: 'couldNotDraw', where: { result: 'couldNotDraw' } },
  { count: 'onTime', where: { onTime: true } },
  { count: 'late', where: { onTime: false } },
] as const;
const filters = ['from', 'to', 'employee'] as const;
const byWeek = { field: 'visitAt', by: 'week', last: 12 } as const;
const figures = { measures: counted, filters, display: 'table' } as const;
const reasons = { where: { result: 'couldNotDraw' }, splitBy: 'reason', filters } as const;

/**
 * Results of visits, with tubes and money beside them; only for statistics. They say if a visit began on time, not how
 * long it took: no report ranks people by speed.
 */
export default defineResource({
  name: 'visitResults',
  icon: 'chart',
  order: false,
  feature: 'money',
  dependsOn: ['appointments', 'ledgerEntries', 'drawnTubes'],
  fields: {
    visitAt: dateTime(),
    employee: reference({ to: 'employees' }),
    laboratory: text(),
    result: choice({ choices: VISIT_RESULTS, values: labelValues(VISIT_RESULTS, 'results') }),
    reason: choice({
      choices: FAILED_DRAW_REASONS,
      values: Object.fromEntries(FAILED_DRAW_REASONS.map((one) => [one, { label: `visitReports.reasons.${one}` }])),
    }),
    /** Empty without a reported start. */
    onTime: toggle(),
  },
  list: {
    columns: ['visitAt', 'employee', 'laboratory', 'result'],
    filters: [
      { field: 'visitAt', name: 'from', operator: 'gte' },
      { field: 'visitAt', name: 'to', operator: 'lte' },
      'employee',
    ],
  },
  reports: {
    byEmployee: { ...figures, groupBy: 'employee', beside: ['drawnTubes.byEmployee', 'ledgerEntries.byEmployee'] },
    byLaboratory: {
      ...figures,
      groupBy: 'laboratory',
      beside: ['drawnTubes.byLaboratory', 'ledgerEntries.byLaboratory'],
    },
    byWeek: { ...figures, groupBy: byWeek, beside: ['drawnTubes.byWeek', 'ledgerEntries.byWeek'] },
    reasonsByEmployee: { ...reasons, groupBy: 'employee' },
    reasonsByLaboratory: { ...reasons, groupBy: 'laboratory' },
    reasonsByWeek: { ...reasons, groupBy: byWeek },
  },
  roles: { admin: { reports: '/visit-results', can: ['list'] } },
  api: {},
  table: { name: 'visit_results', columns: { visitAt: 'scheduled_at', employee: 'employee_id' } },
});

import { choice, defineResource, me, reference, text } from 'portal-frame';
import { MAX_LABEL_LENGTH } from '../../../src/wire/orderApi.ts';

const reads = ['list', 'show'] as const;

/** Labels of a hand-over with the results of the scan. */
export default defineResource({
  name: 'handOverTubes',
  icon: 'science',
  order: false,
  feature: 'custody',
  fields: {
    handOver: reference({ to: 'handOvers', text: '{givenAt}', readOnly: true, onDelete: 'delete' }),
    label: text({ readOnly: true, most: MAX_LABEL_LENGTH }),
    tube: reference({ to: 'drawnTubes', readOnly: true, onDelete: 'clear' }),
    outcome: choice({
      choices: ['expected', 'scanned', 'missing', 'unknown'],
      values: {
        expected: { label: 'custody.outcomes.expected', tone: 'info', icon: 'clock' },
        scanned: { label: 'custody.outcomes.scanned', tone: 'success', icon: 'check' },
        missing: { label: 'custody.outcomes.missing', tone: 'error', icon: 'urgent' },
        unknown: { label: 'custody.outcomes.unknown', tone: 'warning', icon: 'even' },
      },
      chip: true,
    }),
  },
  history: true,
  states: {
    field: 'outcome',
    start: 'expected',
    transitions: {
      scan: { from: 'expected', to: 'scanned', label: 'custody.outcomes.scanned', serverOnly: true },
      miss: { from: 'expected', to: 'missing', label: 'orders.notedMissing', serverOnly: true },
    },
  },
  list: {
    columns: ['label', { field: 'outcome', component: () => import('../browser/TubeOutcomeCell.tsx') }, 'tube'],
    filters: ['handOver', 'outcome'],
    sortable: ['label'],
    sort: { field: 'label', order: 'ASC' },
    perPage: 50,
    search: ['label'],
  },
  show: {
    chips: ['outcome'],
    groups: { tube: ['tube', 'handOver'] },
  },
  roles: {
    admin: { can: reads },
    employee: { can: reads, where: { 'handOver.givenBy': me } },
    laboratory: { can: reads, where: { 'handOver.laboratory': me } },
  },
});

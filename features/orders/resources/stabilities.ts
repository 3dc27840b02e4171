import { choice, date, defineResource, manage, me, number, reference, text, today } from 'portal-frame';
import { TEMPERATURES } from '../../../src/wire/orderApi.ts';

const fields = [
  ...(['test', { field: 'laboratory', roles: ['admin'] }] as const),
  ...(['hours', 'temperature', 'source', 'statedOn'] as const),
] as const;
const groups = { stated: fields } as const;

/** Stability of a test's tube as stated by a laboratory. */
export default defineResource({
  name: 'stabilities',
  icon: 'schedule',
  order: false,
  feature: 'orders',
  fields: {
    test: reference({ to: 'tests', required: true, onDelete: 'delete', example: 'Glucose, fasting' }),
    laboratory: reference({ to: 'laboratories', required: true, onDelete: 'delete', example: 'Natera' }),
    hours: number({ min: 0.25, max: 8760, label: 'resources.stabilities.fields.hours', required: true, example: '24' }),
    temperature: choice({
      label: 'resources.stabilities.fields.temperature',
      choices: TEMPERATURES,
      values: Object.fromEntries(TEMPERATURES.map((one) => [one, { label: `orders.temperatures.${one}` }])),
      required: true,
      example: 'refrigerated',
    }),
    source: text({
      required: true,
      placeholder: 'resources.stabilities.sourceExample',
      example: 'Directory of services, 2026 edition',
    }),
    statedOn: date({ required: true, past: true, default: today, example: '2026-01-15' }),
  },
  rules: { unique: ['test', 'laboratory'] },
  history: true,
  list: {
    columns: fields,
    filters: ['test', { field: 'laboratory', roles: ['admin'] }, 'temperature'],
    sortable: ['hours', 'statedOn'],
    sort: { field: 'hours', order: 'ASC' },
  },
  title: '{source}',
  show: { groups },
  create: { groups },
  roles: {
    admin: { list: '/stabilities', form: '/add-stability', can: manage },
    laboratory: {
      list: '/laboratory-stabilities',
      form: '/laboratory-add-stability',
      can: manage,
      where: { laboratory: me },
    },
  },
});

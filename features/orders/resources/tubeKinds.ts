import { choice, defineResource, manage, number, text } from 'portal-frame';
import { CAPS } from '../../../src/wire/orderApi.ts';

const fields = ['name', 'cap', 'additive', 'drawOrder', 'volume', 'minimum'] as const;

export default defineResource({
  name: 'tubeKinds',
  icon: 'science',
  order: false,
  feature: 'orders',
  fields: {
    name: text({ required: true, unique: true, most: 80, example: 'EDTA 4 mL' }),
    cap: choice({
      choices: CAPS,
      values: Object.fromEntries(CAPS.map((cap) => [cap, { label: `orders.caps.${cap}` }])),
      required: true,
      example: 'lavender',
    }),
    additive: text({ most: 80, example: 'K2 EDTA' }),
    drawOrder: number({
      integer: true,
      min: 1,
      max: 6,
      required: true,
      help: 'resources.tubeKinds.drawOrderHelp',
      example: '5',
    }),
    volume: number({ min: 0.1, max: 100, required: true, example: '4' }),
    minimum: number({ min: 0, max: 100, help: 'resources.tubeKinds.minimumHelp', example: '2' }),
  },
  history: true,
  validate: ({ volume, minimum }) =>
    minimum && volume && minimum > volume ? { minimum: 'resources.tubeKinds.tooMuch' } : {},
  list: {
    columns: fields,
    filters: ['cap'],
    sortable: ['name', 'drawOrder'],
    sort: { field: 'drawOrder', order: 'ASC' },
    search: ['name', 'additive'],
    perPage: 25,
  },
  show: {
    groups: { kind: ['cap', 'additive', 'drawOrder', 'volume', 'minimum'] },
    related: [{ resource: 'tests', field: 'tubeKind', columns: ['name', 'volume'] }],
  },
  create: { groups: { kind: fields } },
  roles: {
    admin: { list: '/tube-kinds', form: '/add-tube-kind', can: manage },
    laboratory: { list: '/laboratory-tube-kinds', can: ['list', 'show'] },
  },
});

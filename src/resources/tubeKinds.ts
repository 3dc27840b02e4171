import { choice, defineResource, manage, number, type RecordValues, text } from 'portal-frame';
import { CAPS } from '../wire/orderApi.ts';

const fields = ['name', 'cap', 'additive', 'drawOrder', 'volume', 'minimum'] as const;

export default defineResource({
  name: 'tubeKinds',
  icon: 'science',
  order: false,
  feature: 'orders',
  fields: {
    name: text({ required: true, unique: true, most: 80 }),
    cap: choice({
      choices: CAPS,
      values: Object.fromEntries(CAPS.map((cap) => [cap, { label: `orders.caps.${cap}` }])),
      required: true,
    }),
    additive: text({ most: 80 }),
    drawOrder: number({ integer: true, min: 1, max: 6, required: true, help: 'resources.tubeKinds.drawOrderHelp' }),
    volume: number({ min: 0.1, max: 100, required: true }),
    minimum: number({ min: 0, max: 100, help: 'resources.tubeKinds.minimumHelp' }),
  },
  history: true,
  validate: ({ volume, minimum }: RecordValues) =>
    Number(minimum ?? 0) > Number(volume) ? { minimum: 'resources.tubeKinds.tooMuch' } : {},
  list: {
    columns: fields,
    filters: ['cap'],
    sortable: ['name', 'drawOrder'],
    sort: { field: 'drawOrder', order: 'ASC' },
    search: ['name', 'additive'],
    perPage: 25,
    empty: 'resources.tubeKinds.empty',
  },
  show: {
    groups: { kind: ['cap', 'additive', 'drawOrder', 'volume', 'minimum'] },
    related: [{ resource: 'tests', field: 'tubeKind', columns: ['name', 'volume'] }],
  },
  create: { groups: [{ label: 'resources.tubeKinds.groups.kind', fields }] },
  import: {
    example: { name: 'EDTA 4 mL', cap: 'lavender', additive: 'K2 EDTA', drawOrder: '5', volume: '4', minimum: '2' },
  },
  roles: {
    admin: { list: '/tube-kinds', form: '/add-tube-kind', can: manage },
    laboratory: { list: '/laboratory-tube-kinds', can: ['list', 'show'] },
  },
});

import { choice, defineResource, manage, money, read, text } from 'portal-frame';
import { KINDS } from '../kinds.ts';

/** Models that the shop rents out. The shop owns several items of each. */
export default defineResource({
  name: 'tools',
  icon: 'inventory',
  label: { one: 'Tool', many: 'Tools' },
  order: 30,
  menu: { group: 'Stock' },
  fields: {
    name: text({ required: true, unique: true, example: 'Hammer drill' }),
    kind: choice({ choices: KINDS, required: true, example: 'Drilling' }),
    maker: text({ example: 'Hilti' }),
    value: money({
      required: true,
      label: 'New Price',
      example: '480',
      read: ['manager', 'clerk', 'mechanic', 'customer'],
    }),
  },
  list: {
    filters: ['kind', 'maker'],
    sortable: ['name', 'kind', 'value'],
    sort: { field: 'name', order: 'ASC' },
    search: ['name', 'maker'],
  },
  show: {
    subtitle: ['maker'],
    related: [
      { resource: 'prices', field: 'tool', sort: 'from' },
      { resource: 'items', field: 'tool' },
    ],
  },
  roles: {
    manager: manage,
    clerk: read,
    mechanic: read,
    customer: { can: read, list: '/catalogue' },
    // Prices and requests name tools.
    public: { can: ['list'] },
  },
});

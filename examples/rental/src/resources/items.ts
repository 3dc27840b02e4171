import { choice, defineResource, manage, me, read, reference, text } from 'portal-frame';
import { KINDS } from '../kinds.ts';

/** Single tools. Their state follows rentals and maintenance (server/resources). */
export default defineResource({
  name: 'items',
  icon: 'folder',
  label: { one: 'Item', many: 'Items' },
  title: '{name} {number}',
  order: 31,
  menu: { group: 'Stock' },
  fields: {
    number: text({ required: true, unique: true, example: '12' }),
    tool: reference({ to: 'tools', required: true, onDelete: 'refuse' }),
    name: text({ lookup: 'tool.name' }),
    kind: choice({ lookup: 'tool.kind', choices: KINDS }),
    branch: reference({ to: 'branches', required: true, onDelete: 'refuse', read: ['manager', 'clerk', 'mechanic'] }),
    state: choice({
      choices: ['In stock', 'Out', 'In maintenance', 'Retired'],
      values: {
        'In stock': { tone: 'success', icon: 'check' },
        Out: { tone: 'info', icon: 'clock' },
        'In maintenance': { tone: 'warning', icon: 'urgent' },
      },
      chip: true,
      required: true,
    }),
  },
  states: {
    field: 'state',
    start: 'In stock',
    transitions: {
      retire: { label: 'Retire', question: 'Take this item out of stock for good?', from: 'In stock', to: 'Retired' },
    },
  },
  list: {
    columns: ['name', 'number', 'kind', 'branch', 'state'],
    filters: ['state', 'kind', 'tool', 'branch'],
    sortable: ['name', 'number', 'state'],
    sort: { field: 'name', order: 'ASC' },
    search: ['number', 'name'],
  },
  show: {
    chips: ['state'],
    related: [
      { resource: 'rentals', field: 'item' },
      { resource: 'maintenance', field: 'item' },
    ],
  },
  roles: {
    manager: manage,
    clerk: { can: read, where: { 'branch.clerks': me } },
    mechanic: read,
    customer: { can: ['show'] },
  },
});

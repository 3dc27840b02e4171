import { choice, date, defineResource, manage, me, money, read, reference, text, today } from 'portal-frame';

/** Repairs and checks of items. An item in work cannot be handed out. */
export default defineResource({
  name: 'maintenance',
  icon: 'build',
  label: { one: 'Repair', many: 'Maintenance' },
  title: '{item}: {problem}',
  order: 33,
  menu: { group: 'Stock' },
  fields: {
    item: reference({ to: 'items', required: true, onDelete: 'refuse' }),
    problem: text({ required: true, example: 'Cable is worn' }),
    mechanic: reference({ to: 'mechanics', required: true, onDelete: 'refuse' }),
    from: date({ required: true, default: today }),
    to: date({ label: 'Until' }),
    state: choice({
      choices: ['Planned', 'In work', 'Done'],
      values: { 'In work': { tone: 'warning', icon: 'urgent' }, Done: { tone: 'success', icon: 'check' } },
      chip: true,
      required: true,
    }),
    cost: money(),
  },
  rules: { noOverlap: { by: ['item'], from: 'from', to: 'to' } },
  validate: ({ from, to }) => (from && to && to < from ? { to: 'It ends before it begins.' } : {}),
  states: {
    field: 'state',
    start: 'Planned',
    transitions: {
      begin: { label: 'Begin', from: 'Planned', to: 'In work' },
      finish: { label: 'Finish', from: 'In work', to: 'Done', inputs: ['cost'], values: { to: today } },
    },
  },
  list: {
    columns: ['item', 'problem', 'mechanic', 'from', 'to', 'state'],
    filters: ['state', 'item', 'mechanic'],
    sortable: ['from', 'to', 'state'],
    sort: { field: 'from', order: 'ASC' },
    calendar: { from: 'from', to: 'to', title: 'item', color: 'state' },
  },
  show: { chips: ['state'] },
  roles: {
    manager: manage,
    clerk: {
      can: [read, 'create'],
      where: { 'item.branch.clerks': me },
      list: '/clerk-maintenance',
      form: '/report-problem',
    },
    mechanic: { can: manage, except: ['create', 'delete', 'import'], where: { mechanic: me } },
  },
});

import { choice, date, defineResource, longText, manage, me, money, reference, text } from 'portal-frame';

/** Things that are lent. */
export default defineResource({
  name: 'tools',
  icon: 'build',
  label: { one: 'Tool', many: 'Tools' },
  fields: {
    name: text({ required: true }),
    code: text({ required: true, unique: true }),
    kind: choice({
      choices: ['Hammer', 'Saw', 'Drill', 'Ladder', 'Wrench', 'Sander', 'Mower', 'Pump'],
      required: true,
    }),
    price: money({ read: ['manager'] }),
    bought: date(),
    branch: reference({ to: 'branches', required: true, onDelete: 'refuse' }),
    note: longText(),
  },
  list: {
    columns: ['name', 'code', 'kind', 'price', 'bought', 'branch'],
    filters: ['kind', 'branch'],
    sortable: ['name', 'code', 'price', 'bought'],
    sort: { field: 'name', order: 'ASC' },
    search: ['name', 'code', 'note'],
    perPage: 25,
    rowClick: 'edit',
  },
  roles: {
    manager: manage,
    clerk: { list: '/branch-tools', can: ['list', 'show', 'create', 'edit'], where: { 'branch.clerks': me } },
  },
});

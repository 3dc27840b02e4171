import { defineResource, manage, me, references, text } from 'portal-frame';

/** Shops. A clerk works with the tools of their own ones. */
export default defineResource({
  name: 'branches',
  icon: 'place',
  label: { one: 'Branch', many: 'Branches' },
  menu: { group: 'Business' },
  fields: {
    name: text({ required: true }),
    town: text({ required: true }),
    clerks: references({ to: 'clerks', onDelete: 'clear' }),
  },
  list: { sortable: ['name', 'town'], sort: { field: 'name', order: 'ASC' }, search: ['name', 'town'] },
  show: { related: [{ resource: 'items', field: 'branch' }] },
  roles: {
    manager: manage,
    clerk: { can: ['list', 'show'], where: { clerks: me } },
  },
});

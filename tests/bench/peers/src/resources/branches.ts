import { defineResource, manage, me, references, text } from 'portal-frame';

/** Shops, and who works there. */
export default defineResource({
  name: 'branches',
  icon: 'place',
  label: { one: 'Branch', many: 'Branches' },
  fields: {
    name: text({ required: true, unique: true }),
    town: text(),
    clerks: references({ to: 'clerks', onDelete: 'clear' }),
  },
  list: { sortable: ['name'], sort: { field: 'name', order: 'ASC' }, search: ['name', 'town'] },
  roles: { manager: manage, clerk: { can: ['show'], where: { clerks: me } } },
});

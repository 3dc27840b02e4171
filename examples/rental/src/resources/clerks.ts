import { defineResource, email, manage, me, text } from 'portal-frame';

/** Clerks. Each has an account and is invited by mail. */
export default defineResource({
  name: 'clerks',
  icon: 'person',
  label: { one: 'Clerk', many: 'Clerks' },
  menu: { group: 'Business' },
  accounts: 'clerk',
  fields: {
    fullName: text({ required: true }),
    email: email({ required: true, unique: true }),
  },
  list: { sortable: ['fullName'], sort: { field: 'fullName', order: 'ASC' }, search: ['fullName', 'email'] },
  roles: {
    manager: manage,
    clerk: { can: ['show'], where: { id: me } },
  },
});

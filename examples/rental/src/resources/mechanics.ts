import { defineResource, email, manage, me, text } from 'portal-frame';

/** Mechanics. Each has an account and is invited by mail. */
export default defineResource({
  name: 'mechanics',
  icon: 'build',
  label: { one: 'Mechanic', many: 'Mechanics' },
  menu: { group: 'Business' },
  accounts: 'mechanic',
  fields: {
    fullName: text({ required: true }),
    email: email({ required: true, unique: true }),
  },
  list: { sortable: ['fullName'], search: ['fullName', 'email'] },
  roles: {
    manager: manage,
    clerk: { can: ['list'] },
    mechanic: { can: ['show', 'edit'], where: { id: me } },
  },
});

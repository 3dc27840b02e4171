import { defineResource, email, manage, me, text } from 'portal-frame';

/** Each has an account. */
export default defineResource({
  name: 'clerks',
  icon: 'person',
  label: { one: 'Clerk', many: 'Clerks' },
  accounts: 'clerk',
  fields: { fullName: text({ required: true }), email: email({ required: true, unique: true }) },
  list: { sortable: ['fullName'], search: ['fullName', 'email'] },
  roles: { manager: manage, clerk: { can: ['show'], where: { id: me } } },
});

import { defineResource, email, text } from 'portal-frame';

/** Branches keep supplies. Each is an account. */
export default defineResource({
  name: 'branches',
  icon: 'place',
  accounts: 'branch',
  fields: {
    fullName: text({ required: true }),
    email: email({ required: true, unique: true, read: ['admin'] }),
  },
  list: { columns: ['fullName'], sortable: ['fullName'], search: ['fullName'] },
  title: '{fullName}',
  show: { groups: [{ label: 'Branch', fields: ['email'] }] },
  create: { groups: [{ label: 'Branch', fields: ['fullName', 'email'] }] },
  roles: {
    admin: { list: '/branches', form: '/add-branch', can: ['list', 'show', 'create', 'edit', 'delete'] },
    worker: { list: '/our-branches', can: ['list'] },
  },
});

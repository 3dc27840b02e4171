import { defineResource, email, text } from 'portal-frame';

/** Workers check the branches. Each is an account. */
export default defineResource({
  name: 'workers',
  icon: 'people',
  accounts: 'worker',
  fields: {
    fullName: text({ required: true }),
    email: email({ required: true, unique: true, read: ['admin'] }),
    code: text({ required: true, unique: true }),
  },
  list: { columns: ['fullName', 'code'], sortable: ['fullName'], search: ['fullName', 'code'] },
  title: '{fullName}',
  show: { groups: [{ label: 'Worker', fields: ['code'] }] },
  create: { groups: [{ label: 'Worker', fields: ['fullName', 'email', 'code'] }] },
  roles: {
    admin: { list: '/workers', form: '/add-worker', can: ['list', 'show', 'create', 'edit', 'delete'] },
    branch: { list: '/our-workers', can: ['list'] },
  },
});

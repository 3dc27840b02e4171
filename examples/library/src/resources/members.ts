import { date, defineResource, email, phone, text, today } from 'portal-frame';

/** Who borrows: each is an account of its own, invited by mail. */
export default defineResource({
  name: 'members',
  icon: 'people',
  accounts: 'member',
  label: { one: 'Member', many: 'Members' },
  fields: {
    fullName: text({ required: true }),
    email: email({ required: true, unique: true }),
    phone: phone(),
    joinedOn: date({ default: today }),
  },
  list: {
    columns: ['fullName', 'email', 'phone', 'joinedOn'],
    sortable: ['fullName', 'joinedOn'],
    sort: { field: 'fullName', order: 'ASC' },
    search: ['fullName', 'email'],
  },
  show: {
    title: 'fullName',
    groups: [{ label: 'Member', fields: ['email', 'phone', 'joinedOn'] }],
    related: [{ resource: 'loans', field: 'member', columns: ['book', 'dueOn', 'state'] }],
  },
  create: { groups: [{ label: 'Member', fields: ['fullName', 'email', 'phone', 'joinedOn'] }] },
  roles: {
    librarian: { list: '/members', form: '/add-member', can: ['list', 'show', 'create', 'edit', 'delete', 'export'] },
  },
});

import { date, defineResource, email, longText, manage, me, phone, text, today } from 'portal-frame';

/** Borrowers. Each has an account and is invited by mail. */
export default defineResource({
  name: 'members',
  icon: 'people',
  accounts: 'member',
  label: { one: 'Member', many: 'Members' },
  fields: {
    fullName: text({ required: true }),
    email: email({ required: true, unique: true }),
    phone: phone(),
    joinedOn: date({ default: today, write: ['librarian'] }),
    note: longText({ read: ['librarian'], write: ['librarian'] }),
  },
  list: {
    columns: ['fullName', 'email', 'phone', 'joinedOn'],
    sortable: ['fullName', 'joinedOn'],
    sort: { field: 'fullName', order: 'ASC' },
    search: ['fullName', 'email'],
  },
  show: {
    title: 'fullName',
    groups: [{ label: 'Member', fields: ['email', 'phone', 'joinedOn', 'note'] }],
    related: [{ resource: 'loans', field: 'member', columns: ['book', 'dueOn', 'state'] }],
  },
  create: { groups: [{ label: 'Member', fields: ['fullName', 'email', 'phone', 'joinedOn', 'note'] }] },
  roles: {
    librarian: { can: manage, except: ['import'] },
    // Shown in the profile.
    member: { can: ['show', 'edit'], where: { id: me } },
  },
});

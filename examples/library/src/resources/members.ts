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
    sortable: ['fullName', 'joinedOn'],
    sort: { field: 'fullName', order: 'ASC' },
    search: ['fullName', 'email'],
  },
  show: {
    related: [{ resource: 'loans', field: 'member', columns: ['book', 'dueOn', 'state'] }],
  },
  roles: {
    librarian: { can: manage, except: ['import'] },
    // Shown in the profile.
    member: { can: ['show', 'edit'], where: { id: me } },
  },
});

import { defineResource, email, longText, manage, me, phone, text, toggle } from 'portal-frame';

/** Customers. Each has an account and is invited by mail. */
export default defineResource({
  name: 'customers',
  icon: 'people',
  label: { one: 'Customer', many: 'Customers' },
  order: 20,
  menu: { group: 'Counter' },
  accounts: { role: 'customer', active: 'active' },
  fields: {
    fullName: text({ required: true, example: 'Ada Byron' }),
    email: email({ required: true, unique: true }),
    phone: phone({ required: true }),
    company: text(),
    note: longText({ read: ['manager', 'clerk'], write: ['manager', 'clerk'] }),
    active: toggle({ default: true, write: ['manager'] }),
  },
  list: {
    filters: ['company', 'active'],
    sortable: ['fullName', 'company'],
    sort: { field: 'fullName', order: 'ASC' },
    search: ['fullName', 'email', 'company'],
  },
  show: { subtitle: ['company'], related: [{ resource: 'rentals', field: 'customer' }] },
  roles: {
    manager: manage,
    clerk: { can: manage, except: ['delete', 'import'] },
    customer: { can: ['show', 'edit'], where: { id: me } },
  },
});
